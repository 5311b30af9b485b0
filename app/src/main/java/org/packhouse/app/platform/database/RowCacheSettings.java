package org.packhouse.app.platform.database;

import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/** {@code row-cache.*}: cached rows of users, groups and projects, up to a number of each. */
@Validated
@ConfigurationProperties("row-cache")
public record RowCacheSettings(
    @DefaultValue("true") boolean enabled, @DefaultValue("10000") @Min(1) int maxRows) {}
