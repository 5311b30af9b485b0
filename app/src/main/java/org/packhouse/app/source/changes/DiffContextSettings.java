package org.packhouse.app.source.changes;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/** {@code changeset.diff.*}: the context lines of diffs whose requests set none. */
@Validated
@ConfigurationProperties("changeset.diff")
record DiffContextSettings(@DefaultValue("10") @Min(0) @Max(1000) int context) {}
