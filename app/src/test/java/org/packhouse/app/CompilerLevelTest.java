package org.packhouse.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.TestingSsh;

/** A JVM of its own is started for each: that of the tests never gets as far as C2. */
class CompilerLevelTest {

  private static final int MAX_SECONDS = 60;

  private static final String C2_COMPILES =
      ".*\\s4\\s+" + Pattern.quote(Starting.class.getName() + "::sum ") + ".*";

  private static final String LOWERED = "lowered to 3";
  private static final String RESTORED = "restored to 4";

  @Test
  void keepsTheOptimizingCompilerOutOfAStartAndLetsItInAfterwards() throws Exception {
    List<String> said = start("-XX:+PrintCompilation");

    assertThat(said).containsSubsequence(LOWERED, RESTORED);
    int restored = said.indexOf(RESTORED);
    assertThat(said.subList(0, restored)).noneMatch(it -> it.matches(C2_COMPILES));
    assertThat(said.subList(restored, said.size())).anyMatch(it -> it.matches(C2_COMPILES));
  }

  @Test
  void leavesALevelAloneThatSomebodyHasSet() throws Exception {
    assertThat(start("-XX:TieredStopAtLevel=2")).contains("lowered to 2", "restored to 2");
  }

  private static List<String> start(String flag) throws Exception {
    ProcessBuilder java =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx64m",
            "--enable-native-access=ALL-UNNAMED",
            flag,
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            Starting.class.getName());
    TestingSsh.Result result = TestingSsh.run(java, MAX_SECONDS);
    assertThat(result.status()).as(result.err()).isZero();
    return result.out().lines().toList();
  }

  /** A program that works hard while it starts, and when it has started. */
  static final class Starting {

    private static final int ROUNDS = 40_000;

    private Starting() {}

    /** Works, starts, and works again. */
    public static void main(String[] arguments) {
      CompilerLevel level = CompilerLevel.lowered();
      System.out.println("lowered to " + level());
      long sum = work();
      long before = level();
      level.restoreAfterStart();
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> before == 2 || level() != before);
      System.out.println("restored to " + level());
      System.out.println(sum + work());
    }

    private static long work() {
      long sum = 0;
      for (int i = 0; i < ROUNDS; i++) {
        sum += sum(i);
      }
      return sum;
    }

    private static long sum(int from) {
      long sum = 0;
      for (int i = from; i < from + 1000; i++) {
        sum += i * 31L ^ from;
      }
      return sum;
    }

    private static long level() {
      return Long.parseLong(
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
              .getVMOption("TieredStopAtLevel")
              .getValue());
    }
  }
}
