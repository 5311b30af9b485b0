package org.packhouse.app.platform.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Keeps a second process out of a local home, and knows the home's node by a name for ever. */
final class HomeLock {

  private final Path home;
  private @Nullable FileChannel channel;
  private @Nullable String nodeName;

  HomeLock(Path home) {
    this.home = home;
  }

  /** A name made once and kept in the home. */
  String nodeName() {
    String name = nodeName;
    if (name == null) {
      throw new IllegalStateException("The home " + home + " is not locked");
    }
    return name;
  }

  void acquire() {
    try {
      FileChannel opened =
          FileChannel.open(
              home.resolve("node.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (lock(opened) == null) {
        opened.close();
        throw new IllegalStateException("The home " + home + " is in use by another process");
      }
      channel = opened;
      nodeName = readName();
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
      Files.writeString(file, UUID.randomUUID() + "\n");
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
