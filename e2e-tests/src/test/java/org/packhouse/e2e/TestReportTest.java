package org.packhouse.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code packhouse test} says how far the tests are and which fail, and keeps Maven's output in a
 * file.
 */
class TestReportTest {

  private static final String FAILED =
      """
        <testcase name="splits(&quot;a&quot;)" classname="org.packhouse.hooks.WordsTest" time="1,000.5">
          <failure message="&lt;a&gt; is not b" type="java.lang.AssertionError"><![CDATA[java.lang.AssertionError: <a> is not b
      	at org.packhouse.hooks.WordsTest.splits(WordsTest.java:9)
      ]]></failure>
          <system-out><![CDATA[a test's own <testcase name="none" classname="none"/> <failure/>
      <skipped/> too
      ]]></system-out>
        </testcase>
      """;

  private static final String UNSTEADY =
      """
        <testcase name="joins" classname="org.packhouse.hooks.WordsTest" time="0.1">
          <flakyError message="late" type="java.lang.IllegalStateException">
            <stackTrace><![CDATA[java.lang.IllegalStateException: late
      	at org.packhouse.hooks.WordsTest.joins(WordsTest.java:12)
      ]]></stackTrace>
          </flakyError>
        </testcase>
      """;

  private static final String PASSED_AND_SKIPPED =
      """
        <testcase name="trims" classname="org.packhouse.hooks.WordsTest" time="0.1"/>
        <testcase name="waits" classname="org.packhouse.hooks.WordsTest" time="0.0">
          <skipped message="no clock"/>
        </testcase>
      """;

  @TempDir private Path directory;
  private Path tree;
  private Path out;

  @BeforeEach
  void makeTree() throws IOException {
    tree = SmallTree.withJava(directory, "exit 1");
    out = directory.resolve("out");
  }

  @Test
  void tellsEachFailureWithItsStackTraceAndLeavesMavensLinesToAFile() throws Exception {
    runs(FAILED + PASSED_AND_SKIPPED);
    assertThat(test()).isEqualTo(1);
    Path log = tree.resolve("target/test.log");
    assertThat(out)
        .content()
        .contains(
            "all output goes to " + log,
            "FAILED: org.packhouse.hooks.WordsTest.splits(\"a\") (hooks, 1000.5 s)",
            "    java.lang.AssertionError: <a> is not b",
            "at org.packhouse.hooks.WordsTest.splits(WordsTest.java:9)",
            "hooks 1 classes: 1 tests passed, 1 failed; last hooks.WordsTest",
            "Minutes by group:",
            "  1000.5  org.packhouse.hooks.WordsTest.splits(\"a\")")
        .doesNotContain("DEBUG", "[INFO]", "a test's own");
    assertThat(Files.readAllLines(out).getLast()).isEqualTo("1 passed, 1 failed, 1 skipped");
    assertThat(log).content().contains("DEBUG of a library");
  }

  @Test
  void aTestThatPassedAtTheSecondTryFailsARunOfSlowTestsAlone() throws Exception {
    runs(UNSTEADY);
    assertThat(test()).isZero();
    assertThat(out)
        .content()
        .contains(
            "PASSED AT THE SECOND TRY ONLY: org.packhouse.hooks.WordsTest.joins",
            "IllegalStateException: late",
            "which is a fault to be mended:\n  org.packhouse.hooks.WordsTest.joins\n");
    assertThat(Files.readAllLines(out).getLast()).isEqualTo("1 passed, 0 failed, 0 skipped");
    assertThat(test("--full")).isEqualTo(1);
    assertThat(Files.readAllLines(out).getLast()).isEqualTo("0 passed, 1 failed, 0 skipped");
  }

  @Test
  void runsTheServersTestsInAsManyRandomOrdersAsWanted() throws Exception {
    runs(PASSED_AND_SKIPPED);
    assertThat(test("--full", "orders", "2")).isZero();
    assertThat(out)
        .content()
        .contains("Order 1 of 2; TEST_SEED=7 ", "Order 2 of 2; TEST_SEED=8 ")
        .endsWith("All tests passed at the first try in all orders.\n");
    for (int seed = 7; seed <= 8; seed++) {
      assertThat(tree.resolve("target/test-order-" + seed + ".log"))
          .content()
          .contains("-Dsurefire.runOrder.random.seed=" + seed, "-Dexcluded.tags=full", "-pl app");
    }
    runs(UNSTEADY);
    assertThat(test("--full", "orders", "2")).isEqualTo(1);
    assertThat(out).content().endsWith(" only, in the orders with the seeds 7 8.\n");
  }

  @Test
  void refusesANumberOfOrdersThatIsNone() throws Exception {
    assertThat(test("--full", "orders", "none")).isEqualTo(1);
    assertThat(out).content().contains("must be a positive integer; it is none.");
  }

  @Test
  void saysWhatTheCompilerRefused() throws Exception {
    runs("");
    Path maven = tree.resolve("mvnw");
    Files.writeString(
        maven,
        """
        echo '[ERROR] a line that a test has written'
        echo '[INFO] BUILD FAILURE'
        echo '[ERROR] Words.java:[1,19] incompatible types'
        echo '[ERROR] -> [Help 1]'
        exit 1
        """,
        StandardOpenOption.APPEND);
    assertThat(test()).isEqualTo(1);
    assertThat(out)
        .content()
        .endsWith(
            """
            [ERROR] Words.java:[1,19] incompatible types
            The build failed.
            0 passed, 0 failed, 0 skipped
            """)
        .doesNotContain("a line that a test has written");
  }

  @Test
  void aRunOfNoTestFails() throws Exception {
    SmallTree.program(tree.resolve("mvnw"), "exit 0");
    assertThat(test()).isEqualTo(1);
    assertThat(out).content().endsWith("No test ran.\n0 passed, 0 failed, 0 skipped\n");
  }

  @Test
  void namesThePackagesThatAreMissing() throws Exception {
    Path programs = Files.createDirectories(directory.resolve("programs"));
    SmallTree.program(programs.resolve("dirname"), "exec /usr/bin/dirname \"$@\"");
    SmallTree.program(programs.resolve("curl"), "exit 0");
    ProcessBuilder builder = SmallTree.command(tree, List.of("test", "--packages"));
    builder.environment().put("PATH", programs.toString());
    assertThat(run(builder)).isZero();
    assertThat(Files.readAllLines(out)).hasSize(1);
    assertThat(Files.readAllLines(out).getFirst().split(" ", -1))
        .contains("git", "faketime", "python3", "python3-venv")
        .doesNotContain("curl", "nodejs");
  }

  /** Has Maven run a class with those cases, as Surefire reports it. */
  private void runs(String cases) throws IOException {
    Path report =
        Files.writeString(
            directory.resolve("report.xml"),
            "<?xml version=\"1.0\"?>\n<testsuite name=\"WordsTest\">\n" + cases + "</testsuite>\n");
    SmallTree.program(
        tree.resolve("mvnw"),
        """
        echo "DEBUG of a library $*"
        echo '[INFO] --- surefire:3.5.6:test (default-test) @ packhouse-hooks ---'
        reports=hooks/target/surefire-reports
        mkdir -p "$reports"
        [ ! -s '%s' ] || cp '%s' "$reports/TEST-org.packhouse.hooks.WordsTest.xml"
        """
            .formatted(report, report));
  }

  private int test(String... options) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("test"));
    words.addAll(List.of(options));
    ProcessBuilder builder = SmallTree.command(tree, words);
    builder.environment().put("TEST_SEED", "7");
    return run(builder);
  }

  private int run(ProcessBuilder builder) throws IOException, InterruptedException {
    Process process = builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return process.exitValue();
  }
}
