package org.packhouse.lab.report;

import java.util.List;
import java.util.Map;
import org.packhouse.lab.load.OperationFigures;
import org.packhouse.lab.load.ServerCost;
import org.packhouse.lab.load.StageRecord;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Every figure of a run as JSON. */
final class ReportJson {

  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
  private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 99.0, 99.9);

  private final Report report;
  private final Summary summary;

  ReportJson(Report report) {
    this.report = report;
    this.summary = new Summary(report);
  }

  String text() {
    ObjectNode root = JSON.createObjectNode();
    root.put("name", report.experiment().name());
    root.put("quick", report.quick());
    root.put("seed", report.experiment().seed());
    root.put("began", report.began().toString());
    root.put("ended", report.ended().toString());
    root.put("failure", report.failure());
    root.set("notes", JSON.valueToTree(report.notes()));
    root.set("machine", JSON.valueToTree(report.machine()));
    root.set("clients", JSON.valueToTree(report.clients()));
    root.put("labProcessorSeconds", summary.labSeconds());
    root.set("experiment", experiment());
    ArrayNode stages = root.putArray("stages");
    report.stages().forEach(it -> stage(stages.addObject(), it));
    ArrayNode ratios = root.putArray("ratios");
    for (Ratio ratio : summary.ratios()) {
      ObjectNode node = ratios.addObject();
      node.put("figure", ratio.figure());
      node.put("target", ratio.target());
      node.put("against", summary.targets().getFirst());
      node.put("stage", ratio.stage());
      node.put("mean", ratio.mean());
      node.set("rounds", JSON.valueToTree(ratio.values()));
    }
    Ledgers ledgers = new Ledgers(summary);
    if (!ledgers.isEmpty()) {
      ObjectNode node = root.putObject("ledger");
      ledgers.targets().forEach(target -> node.set(target, JSON.valueToTree(ledgers.each(target))));
    }
    return JSON.writeValueAsString(root) + "\n";
  }

  /** Without the passwords that a URL may hold. */
  private JsonNode experiment() {
    JsonNode experiment = JSON.valueToTree(report.experiment());
    for (JsonNode target : experiment.path("targets")) {
      if (target instanceof ObjectNode node && node.path("url").isString()) {
        node.put("url", node.path("url").asString().replaceFirst("//[^/]*@", "//"));
      }
    }
    return experiment;
  }

  private static void stage(ObjectNode node, StageRecord stage) {
    node.put("target", stage.target());
    node.put("round", stage.round());
    node.put("stage", stage.number());
    node.put("workers", stage.stage().workers());
    node.put("rateFactor", stage.stage().rateFactor());
    node.put("seconds", stage.figures().seconds());
    node.put("perSecond", Summary.perSecond(stage));
    node.put("labProcessorSeconds", stage.figures().labProcessorNanos() / 1e9);
    ArrayNode operations = node.putArray("operations");
    for (OperationFigures figures : stage.figures().operations()) {
      operation(operations.addObject(), figures, stage.figures().seconds());
    }
    server(node.putObject("server"), stage);
    if (!stage.ledger().operations().isEmpty()) {
      node.set("ledger", JSON.valueToTree(stage.ledger()));
    }
  }

  private static void operation(ObjectNode node, OperationFigures figures, double seconds) {
    node.put("operation", figures.name());
    node.put("done", figures.done());
    node.put("perSecond", figures.within() / Math.max(1e-9, seconds));
    node.put("verifiedByGit", figures.verified());
    node.put("bytesRead", figures.bytesRead());
    node.put("bytesWritten", figures.bytesWritten());
    double pace = Summary.megabytesPerSecond(figures);
    node.put("megabytesPerSecondOfEach", Double.isFinite(pace) ? pace : null);
    ObjectNode times = node.putObject("milliseconds");
    if (figures.done() > 0) {
      times.put("mean", figures.times().getMean() / 1e3);
      for (double percentile : PERCENTILES) {
        times.put("p" + Numbers.plain(percentile), Summary.millis(figures, percentile));
      }
      times.put("max", figures.times().getMaxValue() / 1e3);
    }
    if (figures.processor().getTotalCount() > 0) {
      ObjectNode cost = node.putObject("serverProcessorMilliseconds");
      cost.put("mean", figures.processor().getMean() / 1e3);
      cost.put("p50", Summary.ownProcessorMillis(figures));
      cost.put("p90", figures.processor().getValueAtPercentile(90) / 1e3);
    }
    ObjectNode errors = node.putObject("errors");
    figures.errors().forEach((kind, error) -> errors.set(kind, JSON.valueToTree(error)));
  }

  private static void server(ObjectNode node, StageRecord stage) {
    ServerCost cost = stage.server();
    node.put("known", cost.known());
    if (cost.known()) {
      node.put("processorSeconds", cost.processorSeconds());
      double each = Summary.processorMillis(stage);
      node.put("processorMillisecondsPerOperation", Double.isFinite(each) ? each : null);
      node.put("peakAnonymousBytes", cost.peakAnonymousBytes());
      node.put("peakGitProcesses", cost.peakGitProcesses());
      node.set("samples", JSON.valueToTree(cost.samples()));
    }
    Map<String, Double> metrics = cost.metrics();
    node.set("metrics", JSON.valueToTree(metrics));
  }
}
