package org.packhouse.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.lab.experiment.Experiment;
import org.packhouse.lab.ledger.Account;
import org.packhouse.lab.ledger.Ledger;
import org.packhouse.lab.load.OperationFigures;
import org.packhouse.lab.load.OperationFigures.ErrorCount;
import org.packhouse.lab.load.Plans;
import org.packhouse.lab.load.ServerCost;
import org.packhouse.lab.load.ServerCost.Sample;
import org.packhouse.lab.load.StageFigures;
import org.packhouse.lab.load.StageRecord;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportTest {

  private static final Machine MACHINE =
      new Machine(2, "Model <T>", 8L << 30, "Linux 6 amd64", "25", "2.39.5", "0.1");
  private static final Instant BEGAN = Instant.parse("2026-03-04T05:06:07Z");

  @TempDir private Path directory;

  @Test
  void holdsEveryFigureInTheJsonFile() throws Exception {
    ReportFiles files = new ReportFiles(directory.resolve("new/report"));
    files.writeFigures(report(null));
    JsonNode json = JsonMapper.shared().readTree(Files.readAllBytes(files.json()));
    assertThat(json.path("name").asString()).isEqualTo("tiny");
    assertThat(json.path("seed").asInt()).isEqualTo(1);
    assertThat(json.path("failure").isNull()).isTrue();
    assertThat(json.path("machine").path("git").asString()).isEqualTo("2.39.5");
    assertThat(json.path("experiment").path("operations")).hasSize(1);
    assertThat(json.path("stages")).hasSize(8);
    JsonNode stage = json.path("stages").get(0);
    assertThat(stage.path("target").asString()).isEqualTo("first");
    assertThat(stage.path("perSecond").asDouble()).isEqualTo(10);
    JsonNode clone = stage.path("operations").get(0);
    assertThat(clone.path("done").asInt()).isEqualTo(100);
    assertThat(clone.path("bytesRead").asInt()).isEqualTo(1000);
    assertThat(clone.path("milliseconds").path("p50").asDouble()).isBetween(49.0, 51.0);
    assertThat(clone.path("milliseconds").path("p99").asDouble()).isBetween(98.0, 100.0);
    assertThat(clone.path("milliseconds").path("p99.9").asDouble()).isBetween(99.0, 101.0);
    assertThat(clone.path("milliseconds").path("max").asDouble()).isBetween(99.0, 101.0);
    JsonNode own = clone.path("serverProcessorMilliseconds");
    assertThat(own.path("p50").asDouble()).isBetween(2.9, 3.1);
    assertThat(own.path("p90").asDouble()).isBetween(8.9, 9.1);
    assertThat(own.path("mean").asDouble()).isBetween(4.1, 4.3);
    assertThat(clone.path("errors").path("HTTP 503").path("count").asInt()).isEqualTo(2);
    JsonNode server = stage.path("server");
    assertThat(server.path("processorSeconds").asDouble()).isEqualTo(5.1);
    assertThat(server.path("processorMillisecondsPerOperation").asDouble()).isEqualTo(50);
    assertThat(server.path("peakGitProcesses").asInt()).isEqualTo(7);
    assertThat(server.path("samples")).hasSize(2);
    assertThat(server.path("metrics").path("hits").asDouble()).isEqualTo(3);
    assertThat(json.path("labProcessorSeconds").asDouble()).isEqualTo(4);
    assertThat(json.path("ratios").get(0).path("figure").asString()).isEqualTo("throughput");
    assertThat(json.path("ratios").get(0).path("rounds")).hasSize(2);
  }

  @Test
  void comparesRoundByRoundWithTheFirstTarget() {
    Summary summary = new Summary(report(null));
    Ratio throughput = summary.ratios().getFirst();
    assertThat(throughput.values()).containsExactly(2.0, 4.0);
    assertThat(throughput.mean()).isBetween(2.82, 2.83);
    assertThat(throughput.least()).isEqualTo(2);
    assertThat(throughput.most()).isEqualTo(4);
  }

  @Test
  void tellsWhoTookTheProcessorForAnOperationAlone() throws Exception {
    Ledger ledger =
        new Ledger(
            List.of(
                new Ledger.Entry(
                    Map.of(Account.ofThread("x"), 40.0, Account.DATABASE, 10.0), 30, 45, 8)),
            Map.of(Account.DATABASE, 2.0),
            Map.of(Account.ofThread("x"), 16.0),
            Map.of(Account.ofThread("x"), Map.of("answer", 0.75, "overview <x>", 0.25)));
    StageRecord whole = report(null).stages().getFirst();
    Report report =
        new ReportBuilder()
            .copyOf(report(null))
            .stages(
                List.of(
                    new StageRecord(
                        whole.target(),
                        1,
                        1,
                        whole.stage(),
                        whole.figures(),
                        whole.server(),
                        ledger)))
            .build();
    assertThat(ReportFiles.table(report))
        .contains("  answer                          30.0\n")
        .contains("  PostgreSQL                      12.0\n")
        .contains("  all together                    52.0\n")
        .contains("  median within 5 s               45.0\n")
        .contains("  idle, ms a second               16.0\n");
    ReportFiles files = new ReportFiles(directory);
    files.writeFigures(report);
    files.writePage(report);
    JsonNode json = JsonMapper.shared().readTree(Files.readAllBytes(files.json()));
    assertThat(json.path("ledger").path("first").path("answer").asDouble()).isEqualTo(30);
    assertThat(json.path("stages").get(0).path("ledger").path("operations")).hasSize(1);
    assertThat(files.page())
        .content()
        .contains("One operation alone")
        .contains("first, answer: 30 ms")
        .contains("overview &lt;x&gt;");
  }

  @Test
  void keepsPasswordsOfUrlsOutOfTheFile() throws Exception {
    Experiment experiment = Plans.experiment(List.of("a"), List.of(), Plans.stage(1, 1));
    Experiment secret =
        new Experiment(
            "x",
            "x",
            1,
            1,
            List.of(),
            List.of(
                new Experiment.TargetPlan(
                    "a", "url", 1, Map.of(), "https://ada:s3cret@git.example.org/scm/lab/")),
            List.of(),
            experiment.load(),
            experiment.link());
    ReportFiles files = new ReportFiles(directory);
    Report report =
        new Report(secret, false, MACHINE, List.of(), BEGAN, BEGAN, null, List.of(), List.of());
    files.writeFigures(report);
    files.writePage(report);
    assertThat(files.json()).content().contains("https://git.example.org/scm/lab/");
    assertThat(files.json()).content().doesNotContain("s3cret");
    assertThat(files.page()).content().doesNotContain("s3cret");
  }

  @Test
  void fitsAHundredColumns() {
    String table = ReportFiles.table(report(null));
    assertThat(table.lines()).allSatisfy(it -> assertThat(it.length()).isLessThanOrEqualTo(100));
    assertThat(table.lines().filter(it -> it.startsWith("1: 4 workers"))).hasSize(2);
    assertThat(table)
        .contains("per s")
        .contains("CPU ms")
        .contains("a-very-long..")
        .contains("throughput")
        .contains("(2 to 4)")
        .containsPattern("a-very-long\\.\\. +clone over a very long transport +p50 3, mean 4\\.2")
        .containsPattern("server CPU p50 of clone over a very lo\\.\\. +1 \\(1 to 1\\)");
  }

  @Test
  void drawsAPageThatNeedsNothingFromAnywhere() throws Exception {
    ReportFiles files = new ReportFiles(directory);
    files.writePage(report("The target <b> fell over."));
    String page = Files.readString(files.page());
    assertThat(page)
        .contains("The target &lt;b&gt; fell over.")
        .contains("Model &lt;T&gt;")
        .contains("Throughput, operations a second")
        .contains("Git processes at once")
        .contains("server CPU p50 ms")
        .contains("Against first")
        .contains("The lab's own clients took")
        .doesNotContain("<script")
        .doesNotContain("NaN")
        .doesNotContainPattern("(src|href)=")
        .doesNotContainPattern("url\\(");
    assertThat(page.split("<svg ", -1)).hasSizeGreaterThan(6);
  }

  @Test
  void drawsAPageOfARunThatMeasuredNothing() throws Exception {
    ReportFiles files = new ReportFiles(directory);
    Report report = report("It did not start.");
    files.writePage(
        new Report(
            report.experiment(),
            true,
            MACHINE,
            List.of("10.0.0.1:7470"),
            BEGAN,
            BEGAN,
            report.failure(),
            List.of(),
            List.of()));
    assertThat(files.page()).content().contains("It did not start.").doesNotContain("<svg");
  }

  @Test
  void keepsTheLastFiguresWhenThereIsNoRoomForNewOnes() throws Exception {
    ReportFiles files = new ReportFiles(directory);
    files.writeFigures(report(null));
    byte[] before = Files.readAllBytes(files.json());
    Files.createDirectories(directory.resolve("figures.json.new"));
    assertThatThrownBy(() -> files.writeFigures(report("later")))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(files.json() + " could not be written: ");
    assertThat(files.json()).hasBinaryContent(before);
  }

  @Test
  void writesNumbersForPeople() {
    assertThat(Numbers.human(12_345.6)).isEqualTo("12,346");
    assertThat(Numbers.human(1.2345)).isEqualTo("1.23");
    assertThat(Numbers.human(0.012345)).isEqualTo("0.0123");
    assertThat(Numbers.human(0)).isEqualTo("0");
    assertThat(Numbers.human(Double.NaN)).isEqualTo("-");
    assertThat(Numbers.bytes(1536)).isEqualTo("1.5 KB");
    assertThat(Numbers.bytes(14 << 20)).isEqualTo("14 MB");
    assertThat(Numbers.roundUp(3)).isEqualTo(5);
    assertThat(Numbers.roundUp(0.021)).isEqualTo(0.025);
    assertThat(Numbers.roundUp(10)).isEqualTo(10);
  }

  private static Report report(@Nullable String failure) {
    String second = "a-very-long-target-name";
    Experiment experiment =
        Plans.experiment(
            List.of("first", second),
            List.of(Plans.operation("clone", 1)),
            Plans.stage(4, 10_000),
            Plans.stage(8, 10_000));
    List<StageRecord> stages = new ArrayList<>();
    for (int round = 1; round <= 2; round++) {
      for (int number = 1; number <= 2; number++) {
        stages.add(stage("first", round, number, 100));
        stages.add(stage(second, round, number, 200 * round));
      }
    }
    return new Report(
        experiment, false, MACHINE, List.of(), BEGAN, BEGAN, failure, List.of("A note."), stages);
  }

  private static StageRecord stage(String target, int round, int number, int done) {
    Histogram times = new Histogram(3_600_000_000L, 3);
    for (int i = 1; i <= done; i++) {
      times.recordValue(100_000L * i / done);
    }
    Histogram processor = new Histogram(3);
    processor.recordValueWithCount(3_000, done);
    processor.recordValueWithCount(9_000, done / 4);
    OperationFigures figures =
        new OperationFigures(
            "clone over a very long transport",
            done,
            done,
            1,
            10L * done,
            0,
            Map.of("HTTP 503", new ErrorCount(2, "it is busy")),
            times,
            processor);
    return new StageRecord(
        target,
        round,
        number,
        Plans.stage(number * 4, 10_000),
        new StageFigures(List.of(figures), 10, 500_000_000, null),
        new ServerCost(
            true,
            5.1,
            100 << 20,
            7,
            List.of(new Sample(0, 1 << 20, 0), new Sample(10, 100 << 20, 7)),
            Map.of("hits", 3.0)));
  }
}
