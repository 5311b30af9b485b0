package org.packhouse.app.source.changes;

import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * {@code page.max.diff.*}: how much of a diff JSON and pages show.
 *
 * @param lines most lines of all files together in JSON, and of one file on pages; those around
 *     edits included
 * @param files most files in JSON; pages show all
 */
@Validated
@ConfigurationProperties("page.max.diff")
record DiffPageSettings(
    @DefaultValue("10000") @Min(1) int lines, @DefaultValue("1000") @Min(1) int files) {}
