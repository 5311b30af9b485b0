package org.packhouse.app.storage.process;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.time.Duration;
import org.packhouse.app.platform.configuration.AtLeast;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * {@code scm.git.*}: how native git is run.
 *
 * @param executable a path, or a name in {@code PATH}
 * @param idleTimeout a process without input and output for this long is killed
 * @param executionTimeout maximum run time; replaced packs are kept for longer
 * @param packThreads threads of one {@code pack-objects} running alone; beside others it uses one
 */
@Validated
@ConfigurationProperties("scm.git")
public record GitSettings(
    @DefaultValue("git") @NotBlank String executable,
    @DefaultValue("30m") @AtLeast("1ms") Duration idleTimeout,
    @DefaultValue("1h") @AtLeast("1ms") Duration executionTimeout,
    @DefaultValue("1") @Min(1) int packThreads,
    @DefaultValue("adaptive") Scheduling scheduling) {

  /** A way of git to yield the CPU to the server. */
  public enum Scheduling {
    /** {@link #IDLE} while others leave half of the CPU free and git can be moved back. */
    ADAPTIVE,

    /** At niceness 10, it gets a tenth of a fully contended CPU. */
    NICE,

    /** In the kernel's {@code SCHED_IDLE}, it gets only what others leave. */
    IDLE
  }
}
