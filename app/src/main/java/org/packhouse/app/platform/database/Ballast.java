package org.packhouse.app.platform.database;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reserves disk space beside the embedded PostgreSQL's data. On a full disk PostgreSQL cannot
 * extend its WAL, exits and accepts no connections. The file is then deleted, so that PostgreSQL
 * goes on and an administrator can free space, and is created again once there is enough.
 */
final class Ballast implements AutoCloseable {

  /** Bytes: two WAL segments. */
  static final int SIZE = 32 << 20;

  /** Free bytes below which the file is deleted. */
  private static final long TOO_LITTLE = 4L << 20;

  /** Free bytes above which the file is created again. */
  private static final long ENOUGH = 3L * SIZE;

  private static final Duration EVERY = Duration.ofSeconds(1);
  private static final int BLOCK = 1 << 16;
  private static final Logger LOG = LoggerFactory.getLogger(Ballast.class);

  private final Path file;
  private volatile boolean running = true;

  private Ballast(Path file) {
    this.file = file;
  }

  static Ballast beside(Path data) {
    return new Ballast(data.resolveSibling(data.getFileName() + ".ballast"));
  }

  void start() {
    Thread.ofPlatform().daemon().name("postgresql-ballast").start(this::work);
  }

  private void work() {
    while (running) {
      check();
      LockSupport.parkNanos(EVERY.toNanos());
    }
  }

  void check() {
    try {
      long free = Files.getFileStore(file.getParent()).getUsableSpace();
      if (free < TOO_LITTLE) {
        release(free);
      } else if (free > ENOUGH && !Files.exists(file)) {
        create();
      }
    } catch (IOException e) {
      LOG.debug("The ballast file of the embedded PostgreSQL could not be checked", e);
    }
  }

  private void release(long free) throws IOException {
    if (Files.deleteIfExists(file)) {
      LOG.warn(
          "The disk of the embedded PostgreSQL is full ({} KB are left). {} was deleted, so that it goes on with these {} MB: make room soon.",
          free >> 10,
          file,
          SIZE >> 20);
    }
  }

  /** Writes random bytes: a compressing file system reserves no space for zeros. */
  private void create() throws IOException {
    Path unfinished = file.resolveSibling(file.getFileName() + ".new");
    try {
      try (OutputStream out = Files.newOutputStream(unfinished)) {
        Random random = new Random(SIZE);
        byte[] block = new byte[BLOCK];
        for (int written = 0; written < SIZE; written += BLOCK) {
          random.nextBytes(block);
          out.write(block);
        }
      }
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
      LOG.info("{} keeps {} MB for the day when the disk is full.", file, SIZE >> 20);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  @Override
  public void close() {
    running = false;
  }
}
