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
 * {@code search.*}.
 *
 * @param lookEvery interval in which this node looks for repositories to index
 * @param maxRepositorySize most bytes of indexed text of a repository
 * @param maxCommits most indexed commits of a default branch, latest first
 * @param timeout longer searches are cancelled with an error
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
