package org.packhouse.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.TestingSsh;

/** A JVM of its own is started for each: that of the tests never gets as far as C2. */
class CompilerLevelTest {

  private static final int MAX_SECONDS = 60;

  /** When, in milliseconds since the JVM began, C2 has compiled what works. */
  private static final Pattern C2_COMPILES =
      Pattern.compile(
          "^ *(\\d+) .*\\s4\\s+" + Pattern.quote(Starting.class.getName() + "::sum "),
          Pattern.MULTILINE);

  private static final Pattern STARTED = Pattern.compile("started at (\\d+)");

  @Test
  void keepsTheOptimizingCompilerOutOfAStartAndLetsItInAfterwards() {
    TestingSsh.Result said = start("-XX:+PrintCompilation", "-XX:+DisplayVMOutputToStderr");

    assertThat(said.out().lines()).containsSubsequence("lowered to 3", "restored to 4");
    long started = times(STARTED, said.out()).getFirst();
    assertThat(times(C2_COMPILES, said.err())).isNotEmpty().allMatch(it -> it > started);
  }

  @Test
  void leavesALevelAloneThatSomebodyHasSet() {
    assertThat(start("-XX:TieredStopAtLevel=2").out().lines())
        .contains("lowered to 2", "restored to 2");
  }

  private static List<Long> times(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(it -> Long.valueOf(it.group(1))).toList();
  }

  private static TestingSsh.Result start(String... flags) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-Xmx64m", "--enable-native-access=ALL-UNNAMED"));
    line.addAll(List.of(flags));
    line.addAll(
        List.of(
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            Starting.class.getName()));
    TestingSsh.Result result = TestingSsh.run(new ProcessBuilder(line), MAX_SECONDS);
    assertThat(result.status()).as(result.err()).isZero();
    return result;
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
      System.out.println("started at " + ManagementFactory.getRuntimeMXBean().getUptime());
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
