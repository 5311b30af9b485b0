package org.packhouse.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.packhouse.lab.data.RepositoryPlan;
import org.packhouse.lab.link.Link;
import tools.jackson.databind.JsonNode;

/** The shipped schema and the records that experiments are read into say the same. */
class SchemaTest {

  private static final JsonNode SCHEMA = ExperimentSchema.json();

  @Test
  void hasAKeyForEachComponentOfEachRecord() {
    assertThat(keys("")).containsAll(components(Experiment.class, "name"));
    assertThat(keys("")).hasSize(components(Experiment.class, "name").size() + 2);
    assertSame("/$defs/repositories/items", RepositoryPlan.class);
    // The build of a target is named where a run is begun: it is of that machine.
    assertSame("/$defs/targets/items", Experiment.TargetPlan.class, "build");
    assertSame("/$defs/operations/items", OperationPlan.class);
    assertSame("/$defs/load", Experiment.Load.class);
    assertSame("/$defs/load/properties/stages/items", Experiment.Stage.class);
    assertSame("/$defs/link", Link.class);
  }

  @Test
  void letsAQuickRunReplaceOnlyWhatAnExperimentHas() {
    assertThat(keys("")).containsAll(keys("/properties/quick"));
  }

  static List<String> shipped() throws Exception {
    return ExperimentFile.names(Path.of("experiments"));
  }

  /** None until the first experiment is there. */
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("shipped")
  void acceptsEachShippedExperiment(String name) throws Exception {
    Path file = ExperimentFile.find(name, Path.of("experiments"));
    assertThat(ExperimentFile.load(file, false).shows()).isNotBlank();
    assertThat(ExperimentFile.load(file, true).name()).isEqualTo(name);
  }

  private static void assertSame(String pointer, Class<?> type, String... without) {
    assertThat(keys(pointer)).containsExactlyInAnyOrderElementsOf(components(type, without));
  }

  private static Collection<String> keys(String pointer) {
    return SCHEMA.at(pointer + "/properties").propertyNames();
  }

  private static List<String> components(Class<?> type, String... without) {
    return Stream.of(type.getRecordComponents())
        .map(RecordComponent::getName)
        .filter(it -> !Arrays.asList(without).contains(it))
        .toList();
  }
}
