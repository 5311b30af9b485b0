package org.packhouse.app.storage.objects;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * {@code scm.git.*}: how native git is run.
 *
 * @param executable the git program: a path, or a name to find in {@code PATH}
 * @param idleTimeout a process that neither reads nor writes for that long is killed
 * @param executionTimeout a process that runs for that long is killed; packs that housekeeping has
 *     replaced are kept for longer
 * @param packThreads threads that one {@code pack-objects} may use
 * @param packWindowMemory memory that each of these may use to look for deltas
 */
@ConfigurationProperties("scm.git")
public record GitSettings(
    @DefaultValue("git") String executable,
    @DefaultValue("30m") Duration idleTimeout,
    @DefaultValue("1h") Duration executionTimeout,
    @DefaultValue("1") int packThreads,
    @DefaultValue("128MB") DataSize packWindowMemory) {

  /** Checks the values. */
  public GitSettings {
    if (executable.isBlank()) {
      throw new IllegalArgumentException("scm.git.executable is empty");
    }
    if (!idleTimeout.isPositive()) {
      throw new IllegalArgumentException(
          "scm.git.idle-timeout is " + idleTimeout + ", but must be more than 0");
    }
    if (!executionTimeout.isPositive()) {
      throw new IllegalArgumentException(
          "scm.git.execution-timeout is " + executionTimeout + ", but must be more than 0");
    }
    if (packThreads < 1) {
      throw new IllegalArgumentException(
          "scm.git.pack-threads is " + packThreads + ", but must be 1 or more");
    }
  }
}
