package org.packhouse.app.identity.setup;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/** {@code dialect.*}: the version that the server reports to REST clients. */
@Validated
@ConfigurationProperties("dialect")
public record DialectSettings(
    @DefaultValue("9.4.0") @Pattern(regexp = "\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}") String version,
    @DefaultValue("Packhouse") @NotBlank String displayName) {

  /** In January 2025, in milliseconds since 1970; clients compare the version, not this. */
  public static final String BUILD_DATE = "1736121600000";

  /** Returns the number that goes with the version: 9004000 with 9.4.0. */
  public String buildNumber() {
    String[] parts = version.split("\\.", 3);
    return "%d%03d%03d"
        .formatted(Integer.valueOf(parts[0]), Integer.valueOf(parts[1]), Integer.valueOf(parts[2]));
  }
}
