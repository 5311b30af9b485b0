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
 * @param maxFileSize size of the largest file, on either side, whose lines are compared
 * @param maxLineLength most characters of a line in JSON and on pages
 */
@Validated
@ConfigurationProperties("diff")
public record DiffSettings(
    @DefaultValue("true") @NotNull Renames renames,
    @DefaultValue("4MB") @NotNull @AtLeast("1B") @AtMost("64MB") DataSize maxFileSize,
    @DefaultValue("5000") @Min(1) int maxLineLength) {

  /** Rename detection, named as git's setting {@code diff.renames}. */
  public enum Renames {
    TRUE,
    /** Renames, and copies of files that were changed by the same commit. */
    COPIES,
    FALSE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
