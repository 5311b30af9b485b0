package org.packhouse.app.platform.node;

import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * {@code server.access-log.*}: how much of the access log is kept.
 *
 * @param maxSize a file is rolled when it reaches this, and each midnight
 * @param days rolled files older than this are deleted
 * @param totalSize the oldest rolled files are deleted beyond this
 */
@Validated
@ConfigurationProperties("server.access-log")
record AccessLogSettings(
    @DefaultValue("100MB") DataSize maxSize,
    @DefaultValue("30") @Min(1) int days,
    @DefaultValue("5GB") DataSize totalSize) {}
