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
 * {@code repository.*}.
 *
 * @param defaultBranch short name of the branch that HEAD of a new repository names
 * @param trashRetention how long a deleted repository can be restored
 * @param quota the most that a repository may hold unless it has a quota of its own; absent: no
 *     limit
 */
@Validated
@ConfigurationProperties("repository")
public record RepositorySettings(
    @DefaultValue("main") @NotBlank String defaultBranch,
    @DefaultValue("7d") @NotNull @AtLeast("0s") Duration trashRetention,
    @Nullable @AtLeast("1B") DataSize quota) {}
