package dev.gridlock.proxy.lock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LockWordTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "0x0000000000000000; readers=0; free",
                "0x0000000000000001; readers=0 PARKED; free, threads parked in the main queue",
                "0x0000000000000008; readers=0 WRITER; owned by a writer",
                "0x0000000000000009; readers=0 WRITER|PARKED; owned by a writer, threads parked in the main queue",
                "0x000000000000000a; readers=0 WRITER|WRITER_PARKED; owned by a writer, writer-parked bit left over",
                "0x000000000000000e; readers=0 WRITER|UPGRADABLE|WRITER_PARKED;"
                        + "owned by a writer, upgradable bit where it cannot be, writer-parked bit left over",
                "0x0000000000000010; readers=1; 1 reader",
                "0x0000000000000012; readers=1 WRITER_PARKED; 1 reader, writer-parked bit left over",
                "0x0000000000000018; readers=1 WRITER; 1 reader and a pending writer",
                "0x000000000000002b; readers=2 WRITER|WRITER_PARKED|PARKED;"
                        + "2 readers and a pending writer, the writer is parked, threads parked in the main queue",
                "0x0000000000000024; readers=2 UPGRADABLE; 2 readers, one of them upgradable",
                "0xfffffffffffffffe; readers=1152921504606846975 WRITER|UPGRADABLE|WRITER_PARKED;"
                        + "corrupt: 1152921504606846975 readers are impossible, the count went below zero by 1,"
                        + " and the writer bit keeps everybody out",
                "0xffffffffffffffff; readers=1152921504606846975 WRITER|UPGRADABLE|WRITER_PARKED|PARKED;"
                        + "corrupt: 1152921504606846975 readers are impossible, the count went below zero by 1,"
                        + " and the writer bit keeps everybody out",
                "0xffffffffffffffe0; readers=1152921504606846974;"
                        + "corrupt: 1152921504606846974 readers are impossible, the count went below zero by 2",
                "0x1000000000000000; readers=72057594037927936;" + "corrupt: 72057594037927936 readers are impossible",
            })
    void printsDecodesAndExplains(String printed, String decoded, String explained) {
        var word = new LockWord(Long.parseUnsignedLong(printed.substring(2), 16));
        assertThat(word).hasToString(printed);
        assertThat(word.decode()).hasToString(decoded);
        assertThat(word.explain()).isEqualTo(explained);
        assertThat(word.isCorrupt()).isEqualTo(explained.startsWith("corrupt"));
    }

    @Test
    void decodesEveryFlagByItself() {
        assertThat(new LockWord(LockWord.PARKED).decode()).isEqualTo(new LockWord.Fields(0, true, false, false, false));
        assertThat(new LockWord(LockWord.WRITER_PARKED).decode())
                .isEqualTo(new LockWord.Fields(0, false, true, false, false));
        assertThat(new LockWord(LockWord.UPGRADABLE).decode())
                .isEqualTo(new LockWord.Fields(0, false, false, true, false));
        assertThat(new LockWord(LockWord.WRITER).decode()).isEqualTo(new LockWord.Fields(0, false, false, false, true));
        assertThat(new LockWord(3 * LockWord.READER).decode())
                .isEqualTo(new LockWord.Fields(3, false, false, false, false));
    }

    @Test
    void takesTheLargestPossibleReaderCountForSound() {
        assertThat(new LockWord(0x0FFFFFFFFFFFFFFFL).isCorrupt()).isFalse();
    }
}
