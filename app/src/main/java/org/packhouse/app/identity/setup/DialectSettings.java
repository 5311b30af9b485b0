package org.packhouse.app.identity.setup;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * {@code dialect.*}: the version that the server reports to REST clients, dated in milliseconds.
 */
@Validated
@ConfigurationProperties("dialect")
public record DialectSettings(
    @DefaultValue("9.4.0") @Pattern(regexp = "\\d+\\.\\d+\\.\\d+") String version,
    @DefaultValue("9004000") @Pattern(regexp = "\\d+") String buildNumber,
    @DefaultValue("1736121600000") @Pattern(regexp = "\\d+") String buildDate,
    @DefaultValue("Packhouse") @NotBlank String displayName) {}
