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
 * @param scheduling how git yields the processors to the server
 */
@Validated
@ConfigurationProperties("scm.git")
public record GitSettings(
    @DefaultValue("git") @NotBlank String executable,
    @DefaultValue("30m") @AtLeast("1ms") Duration idleTimeout,
    @DefaultValue("1h") @AtLeast("1ms") Duration executionTimeout,
    @DefaultValue("1") @Min(1) int packThreads,
    @DefaultValue("128MB") DataSize packWindowMemory,
    @DefaultValue("adaptive") Scheduling scheduling) {

  /** A way in which native git yields the processors to the server. */
  public enum Scheduling {
    /**
     * As {@link #IDLE} while other programs leave at least half of the processors, and as {@link
     * #NICE} otherwise, or where git could not be called back from there.
     */
    ADAPTIVE,

    /** At niceness 10, where it has a tenth of a processor that somebody else always wants. */
    NICE,

    /**
     * By the kernel's {@code SCHED_IDLE}, where whatever else wants to run does so at once, and git
     * gets what is left.
     */
    IDLE
  }
}
