package org.packhouse.app.storage.process;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.time.Duration;
import org.packhouse.app.platform.configuration.AtLeast;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * {@code scm.git.*}: how native git is run.
 *
 * @param executable the git program: a path, or a name to find in {@code PATH}
 * @param idleTimeout a process that neither reads nor writes for that long is killed
 * @param executionTimeout a process that runs for that long is killed; packs that housekeeping has
 *     replaced are kept for longer
 * @param packThreads threads that one {@code pack-objects} may use while it works alone; beside
 *     others it uses one
 * @param packWindowMemory memory that each of these may use to look for deltas
 */
@Validated
@ConfigurationProperties("scm.git")
public record GitSettings(
    @DefaultValue("git") @NotBlank String executable,
    @DefaultValue("30m") @AtLeast("1ms") Duration idleTimeout,
    @DefaultValue("1h") @AtLeast("1ms") Duration executionTimeout,
    @DefaultValue("1") @Min(1) int packThreads,
    @DefaultValue("128MB") DataSize packWindowMemory) {}
