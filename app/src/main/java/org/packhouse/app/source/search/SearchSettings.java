package org.packhouse.app.source.search;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.packhouse.app.platform.configuration.AtLeast;
import org.packhouse.app.platform.configuration.AtMost;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * {@code search.*}: what is known of default branches to find it again.
 *
 * @param enabled whether this node indexes, and searches
 * @param lookEvery how often this node looks for repositories that were pushed to
 * @param maxFileSize larger files are left out
 * @param maxRepositorySize of a repository whose text files are larger together the rest is left
 *     out
 * @param maxFiles of a repository with more files the rest is left out
 * @param maxCommits so many of the latest commits of a default branch are found
 * @param timeout a search that takes longer ends and says so
 */
@Validated
@ConfigurationProperties("search")
public record SearchSettings(
    @DefaultValue("true") boolean enabled,
    @DefaultValue("5s") @AtLeast("100ms") Duration lookEvery,
    @DefaultValue("256KB") @AtLeast("1KB") @AtMost("4MB") DataSize maxFileSize,
    @DefaultValue("64MB") @AtLeast("1KB") DataSize maxRepositorySize,
    @DefaultValue("50000") @Min(1) int maxFiles,
    @DefaultValue("20000") @Min(1) int maxCommits,
    @DefaultValue("2s") @AtLeast("100ms") @AtMost("30s") Duration timeout) {}
