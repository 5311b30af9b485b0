package org.packhouse.app.platform.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.configuration.StartRefusedException;

/** Locks a local home against other processes, and names its node. */
final class HomeLock {

  private static final int SUFFIXES = 36 * 36 * 36 * 36;
  private static final int BASE = 36;

  private final Path home;
  private final @Nullable String givenName;
  private @Nullable FileChannel channel;
  private @Nullable String nodeName;
  private @Nullable String identity;

  /** Takes the name in the settings; without it the name is kept in the home. */
  HomeLock(Path home, @Nullable String givenName) {
    this.home = home;
    this.givenName = givenName;
  }

  String nodeName() {
    return held(nodeName);
  }

  /** Returns a globally unique id of the lock, which a copy of the home does not share. */
  String identity() {
    return held(identity);
  }

  private String held(@Nullable String fact) {
    if (fact == null) {
      throw new IllegalStateException("The home " + home + " is not locked");
    }
    return fact;
  }

  void acquire() {
    try {
      Path file = home.resolve("node.lock");
      FileChannel opened =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (lock(opened) == null) {
        opened.close();
        throw new StartRefusedException(
            "The home %s is in use by another process.".formatted(home));
      }
      channel = opened;
      identity =
          "%s %s:%s"
              .formatted(
                  Machine.boot(),
                  Files.getAttribute(file, "unix:dev"),
                  Files.getAttribute(file, "unix:ino"));
      nodeName = givenName == null ? readName() : givenName;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot lock the home " + home, e);
    }
  }

  private static @Nullable FileLock lock(FileChannel opened) throws IOException {
    try {
      return opened.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  private String readName() throws IOException {
    Path file = home.resolve("node.name");
    if (!Files.exists(file)) {
      String suffix =
          Integer.toString(SUFFIXES + ThreadLocalRandom.current().nextInt(SUFFIXES), BASE)
              .substring(1);
      Files.writeString(file, Machine.address().getHostName() + "-" + suffix + "\n");
    }
    return Files.readString(file).strip();
  }

  void release() {
    try {
      FileChannel opened = channel;
      channel = null;
      if (opened != null) {
        opened.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot unlock the home " + home, e);
    }
  }
}
