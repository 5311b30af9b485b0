package org.packhouse.app.platform.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/**
 * Blocks a push for a test: if the directory has a file named like the step, {@code STEP.reached}
 * is created, and the first push to get there waits until {@code STEP} is removed.
 */
@Component
@ConditionalOnProperty(WaitingCheckpoint.DIRECTORY)
class WaitingCheckpoint implements Checkpoint {

  static final String DIRECTORY = "packhouse.checkpoint.directory";

  private static final Logger LOG = LoggerFactory.getLogger(WaitingCheckpoint.class);
  private static final Duration LOOK_EVERY = Duration.ofMillis(20);

  private final Path directory;

  WaitingCheckpoint(@Value("${" + DIRECTORY + "}") Path directory) {
    this.directory = directory;
    LOG.warn("Pushes stop at checkpoints in {}: this server is under test", directory);
  }

  @Override
  public void reached(Step step) {
    Path hold = directory.resolve(step.name());
    if (!Files.exists(hold)) {
      return;
    }
    try {
      Files.createFile(directory.resolve(step.name() + ".reached"));
    } catch (FileAlreadyExistsException e) {
      return;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    while (Files.exists(hold) && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
    }
  }
}
