package org.packhouse.app.source.changes;

import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * {@code page.max.diff.*}.
 *
 * @param lines most lines, context included: of all files in JSON, of each file on pages
 * @param files most files in JSON; pages show all
 */
@Validated
@ConfigurationProperties("page.max.diff")
record DiffPageSettings(
    @DefaultValue("10000") @Min(1) int lines, @DefaultValue("1000") @Min(1) int files) {}
