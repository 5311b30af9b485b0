package org.packhouse.lab.experiment;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.packhouse.lab.experiment.Experiment.Load;
import org.packhouse.lab.experiment.Experiment.Stage;
import org.packhouse.lab.experiment.Experiment.TargetPlan;
import org.packhouse.lab.experiment.LocatedJson.Member;

/**
 * Loads experiments from JSON files with comments, as {@code experiment.schema.json} describes
 * them. A complaint is one sentence with file, line and column.
 */
public final class ExperimentFile {

  private static final String ENDING = ".json";
  private static final String SCHEMA = "experiment.schema.json";
  private static final long MAX_SIZE = 1 << 20;
  private static final Duration QUICK_WARM_UP = Duration.ofMillis(300);
  private static final Duration QUICK_STAGES = Duration.ofSeconds(2);
  private static final Duration MIN_STAGE = Duration.ofMillis(400);

  /** What workers have begun when a stage is over takes the longer, the more they are. */
  private static final int QUICK_WORKERS = 8;

  private static final int QUICK_ALONE = 2;

  private ExperimentFile() {}

  /** The names of the experiments in a directory, sorted. */
  public static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(it -> it.getFileName().toString())
          .filter(it -> it.endsWith(ENDING) && !it.equals(SCHEMA))
          .map(it -> it.substring(0, it.length() - ENDING.length()))
          .sorted()
          .toList();
    }
  }

  /**
   * Finds an experiment by its name in a directory, or by its path.
   *
   * @param nameOrPath a path if it holds a slash or ends in {@code .json}
   */
  public static Path find(String nameOrPath, Path directory) throws IOException {
    if (nameOrPath.contains("/") || nameOrPath.endsWith(ENDING)) {
      Path path = Path.of(nameOrPath);
      if (!Files.isRegularFile(path)) {
        throw new ExperimentException("There is no experiment " + path + ".");
      }
      return path;
    }
    List<String> names = names(directory);
    if (!names.contains(nameOrPath)) {
      String nearest = Complaints.nearest(nameOrPath, names);
      throw new ExperimentException(
          "There is no experiment \"%s\" in %s; %s."
              .formatted(
                  nameOrPath,
                  directory,
                  nearest != null
                      ? "did you mean \"" + nearest + "\""
                      : "there are " + String.join(", ", names)));
    }
    return directory.resolve(nameOrPath + ENDING);
  }

  /**
   * Loads an experiment.
   *
   * @param quick whether to load what takes a few seconds: what the file says under {@code quick},
   *     and shortened otherwise
   */
  public static Experiment load(Path file, boolean quick) throws IOException {
    Complaints complaints = new Complaints(file);
    LocatedJson parsed = new LocatedParser(complaints).parse(text(file));
    Fields whole = Fields.of(new ExperimentSchema(complaints).complete(parsed));
    Map<String, Member> inQuick = whole.fields("quick").struct().members();
    ExperimentReader reader = new ExperimentReader(file, complaints);
    String name = file.getFileName().toString().replaceAll("\\.json$", "");
    Experiment full = reader.read(name, whole);
    Experiment shortened = shortened(reader.read(name, replaced(whole, inQuick)), inQuick);
    return quick ? shortened : full;
  }

  private static String text(Path file) throws IOException {
    if (Files.size(file) > MAX_SIZE) {
      throw new ExperimentException(
          "%s has %d bytes but may have %d.".formatted(file, Files.size(file), MAX_SIZE));
    }
    try {
      return Files.readString(file);
    } catch (MalformedInputException e) {
      throw new ExperimentException(file + " is not in UTF-8.");
    }
  }

  private static Fields replaced(Fields whole, Map<String, Member> inQuick) {
    Map<String, Member> members = new LinkedHashMap<>(whole.struct().members());
    members.putAll(inQuick);
    return new Fields(new LocatedJson.Struct(whole.struct().place(), members));
  }

  private static Experiment shortened(Experiment full, Map<String, Member> inQuick) {
    Load load = inQuick.containsKey("load") ? full.load() : shortened(full);
    return new ExperimentBuilder()
        .copyOf(full)
        .rounds(inQuick.containsKey("rounds") ? full.rounds() : 1)
        .targets(
            isPlain(full)
                ? full.targets().stream().map(ExperimentFile::hasty).toList()
                : full.targets())
        .load(load)
        .build();
  }

  /** Encryption is slow unless it is compiled well. */
  private static boolean isPlain(Experiment experiment) {
    return experiment.operations().stream().allMatch(it -> it.transport().equals("http"));
  }

  /** A server that lives for seconds spends most of them on compiling itself well. */
  private static TargetPlan hasty(TargetPlan plan) {
    if (!plan.kind().equals("packhouse")) {
      return plan;
    }
    Map<String, String> properties = new TreeMap<>(plan.properties());
    properties.putIfAbsent("-XX:TieredStopAtLevel=", "1");
    return new TargetPlan(
        plan.name(), plan.kind(), plan.nodes(), properties, plan.url(), plan.build());
  }

  private static Load shortened(Experiment full) {
    Load load = full.load();
    int shares = load.stages().size() * full.targets().size();
    Duration most = longer(QUICK_STAGES.dividedBy(shares), MIN_STAGE);
    List<Stage> stages =
        load.stages().stream()
            .map(it ->
                new Stage(
                    Math.min(it.workers(), QUICK_WORKERS),
                    it.rateFactor(),
                    shorter(it.duration(), most),
                    it.restart(),
                    Math.min(it.alone(), QUICK_ALONE)))
            .toList();
    return new Load(
        load.open(), load.ratesPerNode(), shorter(load.warmUp(), QUICK_WARM_UP), stages);
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) > 0 ? a : b;
  }
}
