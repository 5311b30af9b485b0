package org.packhouse.app.storage.objects;

import jakarta.validation.constraints.Min;
import org.packhouse.app.platform.configuration.AtLeast;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * {@code receive.max-*}: limits of single objects in pushes and imports.
 *
 * @param maxCommitSize of commits and annotated tags
 * @param maxTreeSize of trees, each one directory
 */
@Validated
@ConfigurationProperties("receive")
record ObjectLimitSettings(
    @DefaultValue("1MB") @AtLeast("1KB") DataSize maxCommitSize,
    @DefaultValue("16MB") @AtLeast("1KB") DataSize maxTreeSize,
    @DefaultValue("100000") @Min(1) int maxTreeEntries) {}
