package org.packhouse.app.storage.objects;

import jakarta.validation.constraints.Min;
import org.packhouse.app.platform.configuration.AtLeast;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * {@code receive.max-*} of single objects, whether they come by a push or an import.
 *
 * @param maxCommitSize most bytes of a commit or an annotated tag
 * @param maxTreeSize most bytes of a tree, which is one directory
 * @param maxTreeEntries most entries of a tree
 */
@Validated
@ConfigurationProperties("receive")
record ObjectLimitSettings(
    @DefaultValue("1MB") @AtLeast("1KB") DataSize maxCommitSize,
    @DefaultValue("16MB") @AtLeast("1KB") DataSize maxTreeSize,
    @DefaultValue("100000") @Min(1) int maxTreeEntries) {}
