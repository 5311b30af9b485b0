package org.packhouse.app.source.browse;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/** {@code page.max.*}: how much of a file or directory one response holds. */
@Validated
@ConfigurationProperties("page.max")
public record BrowseSettings(
    @DefaultValue @Valid Source source, @DefaultValue @Valid Directory directory) {

  /** Limits of files; longer lines are cut. */
  public record Source(
      @DefaultValue("20000") @Min(1) int lines,
      @DefaultValue("5000") @Min(1) @Max(1_000_000) int length) {}

  public record Directory(
      @DefaultValue("1000") @Min(1) int children, @DefaultValue @Valid Recursive recursive) {}

  public record Recursive(@DefaultValue("100000") @Min(1) int children) {}
}
