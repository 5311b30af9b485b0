package org.packhouse.app.hosting.repository;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.configuration.AtLeast;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * {@code repository.*}: defaults of repositories.
 *
 * @param trashRetention time for which a deleted repository can be restored
 * @param quota of repositories without one of their own; absent: unlimited
 */
@Validated
@ConfigurationProperties("repository")
public record RepositorySettings(
    @DefaultValue("main") @NotBlank String defaultBranch,
    @DefaultValue("7d") @NotNull @AtLeast("0s") Duration trashRetention,
    @Nullable @AtLeast("1B") DataSize quota) {}
