package org.packhouse.app.source.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.source.commit.DiffSettings.Renames;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

class DiffSettingsTest {

  @Test
  void findsMovesAndShowsTenThousandLines() {
    assertThat(bind("diff", DiffSettings.class, Map.of()))
        .isEqualTo(new DiffSettings(Renames.TRUE, DataSize.ofMegabytes(4), 5000));
    assertThat(bind("page.max.diff", DiffPageSettings.class, Map.of()))
        .isEqualTo(new DiffPageSettings(10_000, 1000));
    assertThat(bind("changeset.diff", DiffContextSettings.class, Map.of()))
        .isEqualTo(new DiffContextSettings(10));
  }

  @Test
  void readsEverySetting() {
    assertThat(
            bind(
                "diff",
                DiffSettings.class,
                Map.of(
                    "diff.renames", "copies",
                    "diff.max-file-size", "1MB",
                    "diff.max-line-length", "80")))
        .isEqualTo(new DiffSettings(Renames.COPIES, DataSize.ofMegabytes(1), 80));
    assertThat(bind("diff", DiffSettings.class, Map.of("diff.renames", "false")).renames())
        .isEqualTo(Renames.FALSE);
    assertThat(
            bind(
                "page.max.diff",
                DiffPageSettings.class,
                Map.of("page.max.diff.lines", "20", "page.max.diff.files", "3")))
        .isEqualTo(new DiffPageSettings(20, 3));
    assertThat(
            bind(
                "changeset.diff", DiffContextSettings.class, Map.of("changeset.diff.context", "5")))
        .isEqualTo(new DiffContextSettings(5));
  }

  @Test
  void refusesFilesThatWouldNotFitIntoMemory() {
    assertThatThrownBy(() -> bind("diff", DiffSettings.class, Map.of("diff.max-file-size", "65MB")))
        .hasRootCauseMessage("diff.max-file-size must be from 1B to 64MB: 68157440B");
  }

  private static <T> T bind(String prefix, Class<T> type, Map<String, String> values) {
    return new Binder(new MapConfigurationPropertySource(values)).bindOrCreate(prefix, type);
  }
}
