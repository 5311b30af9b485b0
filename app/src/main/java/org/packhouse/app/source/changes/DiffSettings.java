package org.packhouse.app.source.changes;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.util.Locale;
import org.packhouse.app.platform.configuration.AtLeast;
import org.packhouse.app.platform.configuration.AtMost;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * {@code diff.*}.
 *
 * @param renames whether moved files are found, and copied ones too
 * @param maxFileSize largest file, on either side, whose lines are compared
 * @param maxLineLength most characters of a line that JSON and pages show
 */
@Validated
@ConfigurationProperties("diff")
public record DiffSettings(
    @DefaultValue("true") @NotNull Renames renames,
    @DefaultValue("4MB") @NotNull @AtLeast("1B") @AtMost("64MB") DataSize maxFileSize,
    @DefaultValue("5000") @Min(1) int maxLineLength) {

  /** The moves of files that are looked for. */
  public enum Renames {
    /** Files that were moved. */
    TRUE,
    /** Files that were moved, and those made from another one that was changed as well. */
    COPIES,
    /** Nothing. */
    FALSE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
