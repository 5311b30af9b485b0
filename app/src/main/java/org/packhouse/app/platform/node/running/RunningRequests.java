package org.packhouse.app.platform.node.running;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file of running requests that survives the process: a JVM out of memory exits without writing
 * anything, and the next start logs what was running. Noting a request copies a line into mapped
 * memory, without a system call.
 */
public final class RunningRequests implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RunningRequests.class);

  private static final int SLOTS = 512;
  private static final int SLOT = 256;
  private static final int LENGTH = Short.BYTES;
  private static final int MAX_TOLD = 50;

  private final Path file;
  private final @Nullable MappedByteBuffer lines;
  private final Deque<Integer> free = new ConcurrentLinkedDeque<>();

  private RunningRequests(Path file, @Nullable MappedByteBuffer lines) {
    this.file = file;
    this.lines = lines;
    if (lines != null) {
      IntStream.range(0, SLOTS).forEach(free::add);
    }
  }

  /** Logs what the previous process was serving when it ended unexpectedly, and starts afresh. */
  public static RunningRequests open(Path file) {
    try {
      tell(read(file));
      Files.createDirectories(file.toAbsolutePath().getParent());
      try (FileChannel channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.TRUNCATE_EXISTING)) {
        // Write instead of relying on the mapping, so that a full disk is reported here.
        channel.write(ByteBuffer.allocate(SLOTS * SLOT));
        return new RunningRequests(
            file, channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) SLOTS * SLOT));
      }
    } catch (IOException e) {
      LOG.warn("The running requests could not be recorded: {}", e.toString());
      return new RunningRequests(file, null);
    }
  }

  private static void tell(List<String> ran) {
    if (ran.isEmpty()) {
      return;
    }
    LOG.warn(
        "The server ended before without being stopped: it ran out of memory (OutOfMemoryError)"
            + " or was killed. {} then:",
        ran.size() == 1 ? "One request ran" : ran.size() + " requests ran");
    ran.stream().limit(MAX_TOLD).forEach(line -> LOG.warn("  {}", line));
    if (ran.size() > MAX_TOLD) {
      LOG.warn("  and {} more", ran.size() - MAX_TOLD);
    }
  }

  static List<String> read(Path file) throws IOException {
    List<String> ran = new ArrayList<>();
    if (!Files.exists(file)) {
      return ran;
    }
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
    for (int at = 0; at + SLOT <= bytes.limit(); at += SLOT) {
      int length = bytes.getShort(at);
      if (length > 0 && length <= SLOT - LENGTH) {
        ran.add(new String(bytes.array(), at + LENGTH, length, UTF_8));
      }
    }
    return ran;
  }

  /** A noted request. */
  public final class Note {

    private final int slot;
    private final AtomicBoolean open = new AtomicBoolean(true);

    private Note(int slot) {
      this.slot = slot;
    }

    /** Ends the request once. */
    public void end() {
      MappedByteBuffer noted = lines;
      if (noted != null && slot >= 0 && open.compareAndSet(true, false)) {
        noted.putShort(slot * SLOT, (short) 0);
        free.push(slot);
      }
    }
  }

  /** Notes a request, if there is space, by a line without breaks and secrets. */
  public Note begin(String line) {
    Integer slot = free.poll();
    MappedByteBuffer noted = lines;
    if (slot == null || noted == null) {
      return new Note(-1);
    }
    byte[] bytes = line.getBytes(UTF_8);
    int length = Math.min(bytes.length, SLOT - LENGTH);
    noted.put(slot * SLOT + LENGTH, bytes, 0, length);
    noted.putShort(slot * SLOT, (short) length);
    return new Note(slot);
  }

  /** Removes the file, as the process stops in order. */
  @Override
  public void close() {
    if (lines == null) {
      return;
    }
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
