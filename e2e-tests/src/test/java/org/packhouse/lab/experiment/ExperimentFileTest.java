package org.packhouse.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.lab.data.RepositoryPlan;
import org.packhouse.lab.data.Surroundings;
import org.packhouse.lab.experiment.Experiment.Load;
import org.packhouse.lab.experiment.Experiment.Stage;
import org.packhouse.lab.experiment.Experiment.TargetPlan;
import org.packhouse.lab.link.Link;

class ExperimentFileTest {

  private static final String SMALL =
      """
      {
        // What a small one looks like.
        "shows": "that it works",
        "repositories": [{"name": "medium"}],
        "targets": [{"name": "packhouse", "kind": "packhouse"}],
        "operations": [{"operation": "clone", "repository": "medium"}],
        "load": {"stages": [{"workers": 4, "duration": "20s"}]},
      }
      """;

  @TempDir private Path directory;

  @Test
  void fillsInTheDefaultsOfTheSchema() throws Exception {
    assertThat(load(SMALL))
        .isEqualTo(
            new Experiment(
                "small",
                "that it works",
                1,
                2,
                List.of(
                    new RepositoryPlan(
                        "medium", 1, 1 << 20, 100, 1, 0, 50, 0, Surroundings.NONE, null)),
                List.of(new TargetPlan("packhouse", "packhouse", 1, Map.of(), null)),
                List.of(
                    new OperationPlan("clone", "medium", "http", 2, 1, 0, 1, 0, null, null, null)),
                new Load(
                    false,
                    false,
                    Duration.ofSeconds(5),
                    List.of(new Stage(4, 1, Duration.ofSeconds(20)))),
                Link.DIRECT));
  }

  @Test
  void readsAllThatAFileMaySay() throws Exception {
    Path bundle = Files.createFile(directory.resolve("a.bundle"));
    Experiment read =
        load(
            """
            {
              "$schema": "experiment.schema.json",
              "shows": "everything", "seed": 7, "rounds": 3,
              "repositories": [{"name": "big", "count": 3, "bytes": "1.5GB", "commits": 9,
                "branches": 8, "tags": 7, "files": 6, "bundle": "a.bundle"}],
              "targets": [
                {"name": "two", "kind": "packhouse", "nodes": 2,
                 "properties": {"a.b": 1, "c": true, "d": "e"}},
                {"name": "there", "kind": "url", "url": "http://localhost:1/scm/LAB/"}],
              "operations": [{"operation": "page", "repository": "big", "transport": "https2",
                "protocol": 0, "weight": 0.5, "ratePerHour": 60, "depth": 2, "bytes": "2KB",
                "path": "/commits", "link": {"bytesPerSecond": "200KB", "roundTrip": "100ms"}}],
              "load": {"open": true, "ratesPerNode": true, "warmUp": "0s",
                "stages": [{"rateFactor": 2.5, "duration": "1h"}]},
              "link": {"roundTrip": "2m"}
            }
            """);
    assertThat(read.seed()).isEqualTo(7);
    assertThat(read.rounds()).isEqualTo(3);
    assertThat(read.repositories())
        .containsExactly(
            new RepositoryPlan(
                "big", 3, 3L << 29, 9, 8, 7, 6, 0, Surroundings.NONE, bundle.toString()));
    assertThat(read.targets())
        .containsExactly(
            new TargetPlan("two", "packhouse", 2, Map.of("a.b", "1", "c", "true", "d", "e"), null),
            new TargetPlan("there", "url", 1, Map.of(), "http://localhost:1/scm/LAB/"));
    assertThat(read.operations())
        .containsExactly(
            new OperationPlan(
                "page",
                "big",
                "https2",
                0,
                0.5,
                60,
                2,
                2048,
                "/commits",
                new Link(200 << 10, Duration.ofMillis(100)),
                null));
    assertThat(read.load())
        .isEqualTo(
            new Load(
                true, true, Duration.ZERO, List.of(new Stage(1000, 2.5, Duration.ofHours(1)))));
    assertThat(read.link()).isEqualTo(new Link(0, Duration.ofMinutes(2)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "shows":          | "shwos":        | 3, column 3: unknown key "shwos"; did you mean "shows".
          "that it works"   | ""              | 3, column 12: "shows" is "" but must be a text that is not empty.
          "that it works",  | "x", "shows": 1,| 3, column 17: the key "shows" stands here for the second time.
          "kind": "packhouse" | "kind": "packhuose" | 5, column 45: unknown kind "packhuose"; did you mean "packhouse".
          "kind": "packhouse" | "kind": "url" | 5, column 45: a target of kind url needs the key "url".
          "kind": "packhouse" | "kind": "file", "url": "x" | 5, column 60: the key "url" is for targets of kind url, not of kind file.
          , "kind": "packhouse" | ''          | 5, column 15: the key "kind" is missing here.
          "clone"           | "clnoe"         | 6, column 32: unknown operation "clnoe"; did you mean "clone".
          "clone"           | "rest"          | 6, column 32: the operation rest needs the key "path".
          "repository": "medium" | "repository": "meduim" | 6, column 55: unknown repository "meduim"; did you mean "medium".
          "repository": "medium" | "repository": 5 | 6, column 55: "repository" is 5 but must be a text.
          "clone",          | "clone", "transport": "gopher", | 6, column 54: unknown transport "gopher"; known are http, https, https2, ssh.
          "clone",          | "clone", "protocol": 1, | 6, column 53: "protocol" is 1 but must be 0 or 2.
          "clone",          | "clone", "target": "packhuose", | 6, column 51: unknown target "packhuose"; did you mean "packhouse".
          "clone",          | "clone", "bytes": "14 mb", | 6, column 50: "bytes" is "14 mb" but must be a size such as 512B, 200KB, 14MB or 1.5GB (1 KB is 1024 bytes).
          "20s"             | "20"            | 7, column 50: "duration" is "20" but must be a duration such as 500ms, 20s, 5m or 1h.
          "20s"             | "x20s"          | 7, column 50: "duration" is "x20s" but must be a duration such as 500ms, 20s, 5m or 1h.
          "20s"             | "20s\\\\n"       | 7, column 50: "duration" is "20s?" but must be a duration such as 500ms, 20s, 5m or 1h.
          "20s"             | 20              | 7, column 50: "duration" is 20 but must be a duration such as 500ms, 20s, 5m or 1h.
          "workers": 4      | "workers": 0.5, "rateFactor": -1 | 7, column 35: "workers" is 0.5 but must be a whole number.
          "kind": "packhouse" | "kidn": "packhouse" | 5, column 37: unknown key "kidn"; did you mean "kind".
          "kind": "packhouse" | "kind": 5     | 5, column 45: "kind" is 5 but must be a text.
          "20s"             | "0s"            | 7, column 50: "duration" is zero but must be longer.
          "workers": 4      | "workers": 1e99 | 7, column 35: "workers" is 1E+99 but must be at most 20000.
          "workers": 4      | "workers": 1e999999999 | 7, column 35: "workers" is 1E+999999999 but must be at most 20000.
          "workers": 4      | "workers": -1e99 | 7, column 35: "workers" is -1E+99 but must be at least 0.
          "clone",          | "clone", "weight": 1e99, | 6, column 51: "weight" is 1E+99 but must be at most 1000000.
          "clone",          | "clone", "protocol": 1.5, | 6, column 53: "protocol" is 1.5 but must be a whole number.
          "workers": 4      | "workers": 1.5  | 7, column 35: "workers" is 1.5 but must be a whole number.
          "workers": 4      | "workers": 0    | 7, column 35: a stage without workers is for a closed load with an operation that has a "ratePerHour".
          "workers": 4      | "rateFactor": 0 | 7, column 38: "rateFactor" is 0 but must be more than 0.
          {"workers": 4, "duration": "20s"} | '' | 7, column 22: "stages" has 0 entries but must have at least one entry.
          {"stages"         | {"ratesPerNode": true, "stages" | 7, column 28: "ratesPerNode" is for operations that have a "ratePerHour".
          {"stages"         | {"open": true, "stages" | 6, column 32: an operation of an open load needs a "ratePerHour" of more than 0.
          "load": {         | "load": [{      | 8, column 1: this is no JSON: Unexpected close marker '}': expected ']'.
          {"name": "medium"} | {"name": "medium"}, {"name": "medium"} | 4, column 49: the repository "medium" stands here for the second time.
          {"name": "medium"} | {"name": "me/dium"} | 4, column 29: "name" is "me/dium" but must be a name of letters, digits, dots, dashes and underscores, at most 63 of them.
          {"name": "medium"} | null           | 4, column 20: an entry of "repositories" is null but must be an object.
          """)
  void saysWhereAFileIsWrongAndWhatTheRuleIs(String old, String wrong, String complaint) {
    assertThat(SMALL).contains(old);
    assertThatThrownBy(() -> load(SMALL.replaceFirst(Pattern.quote(old), wrong)))
        .isInstanceOf(ExperimentException.class)
        .hasMessageStartingWith(directory.resolve("small.json") + ", line ")
        .message()
        .contains("line " + complaint.replaceAll("\\.$", ""))
        .endsWith(".")
        .doesNotContain("\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "{", "[]", "{\"shows\": ", "\u0000", "{} {}", "nul", "{\"a\": \"\n\"}"})
  void refusesWhatIsNoObject(String text) {
    assertThatThrownBy(() -> load(text))
        .isInstanceOf(ExperimentException.class)
        .message()
        .startsWith(directory.resolve("small.json") + ", line 1, column ")
        .endsWith(".")
        .doesNotContain("\n");
  }

  @Test
  void refusesAFileThatIsNotInUtf8() throws Exception {
    Path file = Files.write(directory.resolve("latin.json"), new byte[] {'{', (byte) 0xe4, '}'});
    assertThatThrownBy(() -> ExperimentFile.load(file, false))
        .hasMessage(file + " is not in UTF-8.");
  }

  @Test
  void shortensWhatHasToBeQuick() throws Exception {
    Experiment quick = load(SMALL, true);
    assertThat(quick.rounds()).isEqualTo(1);
    assertThat(quick.load())
        .isEqualTo(
            new Load(
                false,
                false,
                Duration.ofMillis(300),
                List.of(new Stage(4, 1, Duration.ofSeconds(2)))));
    Experiment crowded = load(SMALL.replace("\"workers\": 4", "\"workers\": 32"), true);
    assertThat(crowded.load().stages()).extracting(Stage::workers).containsExactly(8);
  }

  @Test
  void letsQuickServersCompileInHasteUnlessTheyEncrypt() throws Exception {
    assertThat(load(SMALL, true).targets())
        .extracting(TargetPlan::properties)
        .containsExactly(Map.of("-XX:TieredStopAtLevel=", "1"));
    assertThat(
            load(SMALL.replace("\"clone\"", "\"clone\", \"transport\": \"ssh\""), true).targets())
        .extracting(TargetPlan::properties)
        .containsExactly(Map.of());
    assertThat(load(SMALL, false).targets())
        .extracting(TargetPlan::properties)
        .containsExactly(Map.of());
  }

  @Test
  void takesWhatTheFileSaysForQuickRuns() throws Exception {
    String text =
        SMALL.replace(
            "\"shows\"",
            """
            "quick": {"rounds": 2, "repositories": [{"name": "medium", "bytes": "5MB"}],
              "load": {"stages": [{"workers": 1, "duration": "9s"}]}},
            "shows\"\
            """);
    assertThat(load(text, false).load().stages())
        .hasSize(1)
        .first()
        .extracting("workers")
        .isEqualTo(4);
    Experiment quick = load(text, true);
    assertThat(quick.rounds()).isEqualTo(2);
    assertThat(quick.repositories()).extracting(RepositoryPlan::bytes).containsExactly(5L << 20);
    assertThat(quick.load().stages()).containsExactly(new Stage(1, 1, Duration.ofSeconds(9)));
  }

  @Test
  void readsAStageOfAStart() throws Exception {
    String text = SMALL.replace("\"workers\": 4,", "\"workers\": 0, \"restart\": true,");
    assertThat(load(text, false).load().stages())
        .containsExactly(new Stage(0, 1, Duration.ofSeconds(20), true));
    assertThat(load(text, true).load().stages())
        .containsExactly(new Stage(0, 1, Duration.ofSeconds(2), true));
  }

  @Test
  void letsAnOperationBeForOneTarget() throws Exception {
    String text =
        SMALL
            .replace("\"clone\",", "\"clone\", \"target\": \"packhouse\",")
            .replace(
                "[{\"name\": \"p", "[{\"name\": \"git\", \"kind\": \"stock-git\"}, {\"name\": \"p");
    Experiment read = load(text);
    OperationPlan clone = read.operations().getFirst();
    assertThat(read.targets()).extracting(clone::isFor).containsExactly(false, true);
    assertThat(clone.isFor(new TargetPlan("host", "url", 1, Map.of(), "http://host/"))).isTrue();
  }

  @Test
  void checksWhatIsForQuickRunsAlways() {
    String text =
        SMALL.replace(
            "\"shows\"",
            "\"quick\": {\"operations\": [{\"operation\": \"clone\","
                + " \"repository\": \"none\"}]}, \"shows\"");
    assertThatThrownBy(() -> load(text)).hasMessageContaining("unknown repository \"none\"");
  }

  @Test
  void findsExperimentsByNameAndByPath() throws Exception {
    Path file = Files.writeString(directory.resolve("small.json"), SMALL);
    Files.writeString(directory.resolve("experiment.schema.json"), "{}");
    assertThat(ExperimentFile.names(directory)).containsExactly("small");
    assertThat(ExperimentFile.find("small", directory)).isEqualTo(file);
    assertThat(ExperimentFile.find(file.toString(), Path.of("/"))).isEqualTo(file);
    assertThatThrownBy(() -> ExperimentFile.find("smal", directory))
        .hasMessage(
            "There is no experiment \"smal\" in " + directory + "; did you mean \"small\".");
    assertThatThrownBy(() -> ExperimentFile.find("./none.json", directory))
        .hasMessage("There is no experiment ./none.json.");
  }

  private Experiment load(String text) throws IOException {
    return load(text, false);
  }

  private Experiment load(String text, boolean quick) throws IOException {
    return ExperimentFile.load(Files.writeString(directory.resolve("small.json"), text), quick);
  }
}
