package org.packhouse.app.source.browse;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * {@code page.max.*}: how much of a file or a directory one response holds.
 *
 * @param source of a file
 * @param directory of a directory
 */
@Validated
@ConfigurationProperties("page.max")
public record BrowseSettings(
    @DefaultValue @Valid Source source, @DefaultValue @Valid Directory directory) {

  /**
   * Of a file.
   *
   * @param lines most lines
   * @param length most characters of a line; what is longer is cut
   */
  public record Source(
      @DefaultValue("20000") @Min(1) int lines,
      @DefaultValue("5000") @Min(1) @Max(1_000_000) int length) {}

  /**
   * Of a directory.
   *
   * @param children most entries
   * @param recursive of all that lies below it
   */
  public record Directory(
      @DefaultValue("1000") @Min(1) int children, @DefaultValue @Valid Recursive recursive) {}

  /**
   * Of all that lies below a directory.
   *
   * @param children most paths
   */
  public record Recursive(@DefaultValue("100000") @Min(1) int children) {}
}
