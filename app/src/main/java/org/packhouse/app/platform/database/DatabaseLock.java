package org.packhouse.app.platform.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.configuration.StartRefusedException;

/** Keeps a second server away from the data. The lock file names the holder's host and process. */
final class DatabaseLock implements AutoCloseable {

  private final FileChannel channel;

  private DatabaseLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes the lock until close or the end of this process.
   *
   * @throws StartRefusedException if another process holds it
   */
  static DatabaseLock acquire(Path data) throws IOException {
    Path file = data.resolveSibling(data.getFileName() + ".lock");
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    if (tryLock(channel) == null) {
      channel.close();
      throw new StartRefusedException(
          "The data in %s is in use by another server (%s)."
              .formatted(data, Files.readString(file).strip()));
    }
    String holder = "host %s, process %d\n".formatted(host(), ProcessHandle.current().pid());
    channel.truncate(0);
    channel.write(ByteBuffer.wrap(holder.getBytes(StandardCharsets.UTF_8)));
    return new DatabaseLock(channel);
  }

  static boolean isHeld(Path data) throws IOException {
    Path file = data.resolveSibling(data.getFileName() + ".lock");
    if (!Files.exists(file)) {
      return false;
    }
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return tryLock(channel) == null;
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException heldInThisProcess) {
      return null;
    }
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }

  @Override
  public void close() {
    try {
      channel.truncate(0);
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
