package org.packhouse.app.identity.setup;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * {@code dialect.*}: what the server says it is to REST clients, which switch on the version.
 *
 * @param version version of the dialect, three numbers
 * @param buildNumber number that goes with the version
 * @param buildDate milliseconds since 1970, as text
 * @param displayName name of the product
 */
@Validated
@ConfigurationProperties("dialect")
public record DialectSettings(
    @DefaultValue("9.4.0") @Pattern(regexp = "\\d+\\.\\d+\\.\\d+") String version,
    @DefaultValue("9004000") @Pattern(regexp = "\\d+") String buildNumber,
    @DefaultValue("1736121600000") @Pattern(regexp = "\\d+") String buildDate,
    @DefaultValue("Packhouse") @NotBlank String displayName) {}
