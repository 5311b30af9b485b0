package org.packhouse.app.upkeep.imports.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressLinesTest {

  private static final ImportProgress BEFORE = ImportProgress.of(ImportPhase.CONNECTING, 42);

  @Test
  void readsWhatGitSays() {
    assertThat(ProgressLines.parse("remote: Enumerating objects: 12, done.", BEFORE))
        .isEqualTo(new ImportProgress(ImportPhase.COUNTING, null, 12, null, 42));
    assertThat(ProgressLines.parse("remote: Compressing objects:  71% (5/7)        ", BEFORE))
        .isEqualTo(new ImportProgress(ImportPhase.COMPRESSING, 71, 5, 7L, 42));
    assertThat(ProgressLines.parse("Receiving objects:   8% (1/12)", BEFORE))
        .isEqualTo(new ImportProgress(ImportPhase.RECEIVING, 8, 1, 12L, 42));
    assertThat(
            ProgressLines.parse("Receiving objects:  45% (450/1000), 3.50 MiB | 1.2 MiB/s", BEFORE))
        .isEqualTo(new ImportProgress(ImportPhase.RECEIVING, 45, 450, 1000L, 3_670_016));
    assertThat(ProgressLines.parse("Receiving objects: 100% (3/3), 796 bytes | 1 KiB/s", BEFORE))
        .isEqualTo(new ImportProgress(ImportPhase.RECEIVING, 100, 3, 3L, 796));
    assertThat(ProgressLines.parse("Resolving deltas: 100% (1/1), done.", BEFORE))
        .isEqualTo(new ImportProgress(ImportPhase.RESOLVING, 100, 1, 1L, 42));
  }

  @Test
  void takesNothingElseForProgress() {
    for (String line :
        List.of(
            "remote: Receiving objects: 100% (3/3)",
            "fatal: early EOF",
            "Receiving objects: ",
            "Receiving objects: 99999999999999999999",
            "remote: Counting objects: many",
            "From https://example.org/x")) {
      assertThat(ProgressLines.parse(line, BEFORE)).describedAs(line).isNull();
    }
  }

  @Test
  void cutsLinesWhereGitDoesAndDropsTheRestOfLongOnes() throws IOException {
    List<String> lines = new ArrayList<>();
    String long1 = "x".repeat(5000);
    new GitLines(lines::add)
        .readAll(
            new ByteArrayInputStream(
                ("a\rb\n\r\n" + long1 + "\nlast").getBytes(StandardCharsets.UTF_8)));
    assertThat(lines).containsExactly("a", "b", "x".repeat(4096), "last");
  }
}
