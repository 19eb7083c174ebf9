package dev.gridlock.backends;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AddressSlotTest {

    @TempDir
    Path directory;

    @Test
    void twoRunsHaveNoAddressInCommonAndAFreedSlotIsTakenAgain() throws Exception {
        try (var first = AddressSlot.take(directory, AddressSlot.LOOPBACK);
                var second = AddressSlot.take(directory, AddressSlot.LOOPBACK)) {
            assertThat(first.addresses().ip(1, 1, 1)).isEqualTo("127.1.1.65");
            assertThat(second.addresses().ip(1, 1, 1)).isEqualTo("127.2.1.65");
            try (var listener = new ServerSocket(
                    0, 1, InetAddress.ofLiteral(second.addresses().ip(250, 3, 63)))) {
                assertThat(listener.isBound()).isTrue();
            }
        }
        try (var again = AddressSlot.take(directory, AddressSlot.LOOPBACK)) {
            assertThat(again.harness(0, 1)).isEqualTo("127.1.0.1");
        }
    }

    @Test
    void rolesDoNotMeet() {
        try (var slot = AddressSlot.take(directory, AddressSlot.LOOPBACK)) {
            var addresses = slot.addresses();

            assertThat(addresses.ip(7, 1, 63)).isEqualTo("127.1.7.127");
            assertThat(addresses.ip(7, 2, 1)).isEqualTo("127.1.7.129");
            assertThat(slot.harness(7, 1)).isEqualTo("127.1.7.1");
            assertThatThrownBy(() -> addresses.ip(7, 1, 64))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("63 nodes");
        }
    }
}
