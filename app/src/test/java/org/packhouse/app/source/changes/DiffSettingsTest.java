package org.packhouse.app.source.changes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.SettingsBinding;
import org.packhouse.app.source.changes.DiffSettings.Renames;
import org.springframework.util.unit.DataSize;

class DiffSettingsTest {

  @Test
  void findsMovesAndShowsTenThousandLines() {
    assertThat(SettingsBinding.bind(DiffSettings.class, Map.of()))
        .isEqualTo(new DiffSettings(Renames.TRUE, DataSize.ofMegabytes(4), 5000));
    assertThat(SettingsBinding.bind(DiffPageSettings.class, Map.of()))
        .isEqualTo(new DiffPageSettings(10_000, 1000));
    assertThat(SettingsBinding.bind(DiffContextSettings.class, Map.of()))
        .isEqualTo(new DiffContextSettings(10));
  }

  @Test
  void readsEverySetting() {
    assertThat(
            SettingsBinding.bind(
                DiffSettings.class,
                Map.of(
                    "diff.renames", "copies",
                    "diff.max-file-size", "1MB",
                    "diff.max-line-length", "80")))
        .isEqualTo(new DiffSettings(Renames.COPIES, DataSize.ofMegabytes(1), 80));
    assertThat(SettingsBinding.bind(DiffSettings.class, Map.of("diff.renames", "false")).renames())
        .isEqualTo(Renames.FALSE);
    assertThat(
            SettingsBinding.bind(
                DiffPageSettings.class,
                Map.of("page.max.diff.lines", "20", "page.max.diff.files", "3")))
        .isEqualTo(new DiffPageSettings(20, 3));
    assertThat(
            SettingsBinding.bind(DiffContextSettings.class, Map.of("changeset.diff.context", "5")))
        .isEqualTo(new DiffContextSettings(5));
  }

  @Test
  void refusesFilesThatWouldNotFitIntoMemory() {
    assertThat(SettingsBinding.refusal(DiffSettings.class, "diff.max-file-size", "65MB"))
        .isEqualTo(
            "The setting diff.max-file-size has the value '65MB', which must be 64MB or less.");
    assertThat(SettingsBinding.refusal(DiffSettings.class, "diff.max-file-size", "0B"))
        .contains("must be 1B or more");
  }
}
