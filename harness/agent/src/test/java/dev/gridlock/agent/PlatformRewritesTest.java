package dev.gridlock.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.classfile.ClassFile;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is changed inside the JDK, against the JDK that the tests run on. */
class PlatformRewritesTest {
    private final Rewriter rewriter = new Rewriter(new SchedulingPoints());
    private final PlatformRewrites platform = new PlatformRewrites();

    private byte[] rewrite(String internalName, byte[] bytes) {
        byte[] after = rewriter.transform(Object.class.getModule(), null, internalName, null, null, bytes);
        return after == null ? new byte[0] : after;
    }

    @Test
    void everyMethodThatIsChangedExistsAndStaysValid() throws Exception {
        assertThat(platform.classes()).hasSizeGreaterThan(30);
        for (String name : platform.classes()) {
            String internalName = name.replace('.', '/');
            byte[] before = Rewritten.bytes(internalName);
            byte[] after = rewrite(internalName, before);
            assertThat(after).as(name).isNotEmpty().isNotEqualTo(before);
            assertThat(ClassFile.of().verify(after)).as(name).isEmpty();
        }
        assertThat(rewriter.failures()).isEmpty();
    }

    @Test
    void clocksOfThePlatformAreRedirectedExceptInInitialisers() throws Exception {
        Rewritten queue = Rewritten.of(rewriter, java.util.concurrent.locks.AbstractQueuedSynchronizer.class);
        assertThat(queue.hooks("acquire")).contains("nanoTimeOfPlatform");
        Rewritten random = Rewritten.of(rewriter, java.util.concurrent.ThreadLocalRandom.class);
        assertThat(random.calls("<clinit>")).noneMatch(call -> call.contains("Hooks."));
        assertThat(random.hooks("localInit")).contains("threadProbe", "threadSeed");
        assertThat(random.calls("localInit")).doesNotContain("AtomicLong.getAndAdd", "AtomicInteger.addAndGet");
    }

    @Test
    void aMethodThatThisJdkHasNotIsReported() throws Exception {
        rewrite("java/lang/Runtime", Rewritten.bytes("java/lang/Object"));
        assertThat(rewriter.failures())
                .contains("java.lang.Runtime.exit(I)V does not exist in Java "
                        + Runtime.version().feature());
    }

    @Test
    void aClassThatCannotBeReadIsReportedAndLeftAsItIs() {
        assertThat(rewrite("com/example/Broken", new byte[] {1, 2, 3})).isEmpty();
        assertThat(rewriter.failures()).singleElement().asString().startsWith("com.example.Broken: ");
    }

    @Test
    void withoutTheAgentTheMessageSaysWhatToDo() {
        assertThatThrownBy(() -> Installation.choosePoints(List.of("com.example")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the Gridlock agent is not installed: start the JVM with -javaagent:<gridlock-agent.jar>");
        assertThatThrownBy(Installation::failures).isInstanceOf(IllegalStateException.class);
        assertThat(System.getProperty(Installation.INSTALLED)).isNull();
    }
}
