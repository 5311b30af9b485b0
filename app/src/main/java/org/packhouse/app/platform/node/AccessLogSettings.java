package org.packhouse.app.platform.node;

import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * {@code server.access-log.*}: retention of the access log.
 *
 * @param maxSize a file is rolled at this size and at midnight
 * @param days maximum age of rolled files
 * @param totalSize the oldest rolled files are deleted beyond this
 */
@Validated
@ConfigurationProperties("server.access-log")
record AccessLogSettings(
    @DefaultValue("100MB") DataSize maxSize,
    @DefaultValue("30") @Min(1) int days,
    @DefaultValue("5GB") DataSize totalSize) {}
