package org.packhouse.app.platform.node;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Continuously writes and reads back one file in the shared home, and tells callers without
 * blocking whether the home fails, hangs (a round exceeds {@link #PATIENCE}) or is away (a failed
 * round, or one much longer than usual). The duration of a round is counted in ticks of another
 * thread, so that a process starved of CPU does not blame the disk. Other nodes read the same file
 * to see that this node writes to their home.
 *
 * <p>Needs neither Spring nor a database, so it can be tried on any mount.
 */
public final class SharedHomeProbe implements AutoCloseable {

  /** The longest round of a healthy home. */
  public static final Duration PATIENCE = Duration.ofMillis(500);

  /** Pause between rounds. Until one detects a hang, all carriers may be blocked in the home. */
  static final Duration EVERY = Duration.ofMillis(250);

  /** The same for a local disk, which is never away. */
  private static final Duration DISK_EVERY = Duration.ofSeconds(1);

  /** A round this slow may occupy carriers that others need. */
  private static final Duration SLOW = Duration.ofMillis(100);

  private static final Duration CALM = Duration.ofSeconds(5);
  private static final Duration WATCH_EVERY = Duration.ofMillis(50);

  /** Ticks during one round before it counts as hanging: a stalled process does not tick. */
  private static final int STUCK_LOOKS = 8;

  /** A busy file server may respond this late without being away. */
  private static final Duration LATE = Duration.ofSeconds(2);

  /** Nobody waits longer, however slow the file server usually is. */
  private static final Duration MAX_LATE = Duration.ofSeconds(10);

  /** The same for a local disk, for which no other node can stand in. */
  private static final Duration DISK_LATE = Duration.ofSeconds(30);

  /** How many times longer than usual a round may take. */
  private static final int USUAL_TIMES = 8;

  /** The weight of the average so far, relative to one new round. */
  private static final int USUAL_ROUNDS = 15;

  /** Nodes stay with the load balancer for times that differ by at most this. */
  private static final Duration MAX_SPREAD = Duration.ofSeconds(2);

  private static final int LENGTH = 20;
  private static final String NOT_BEGUN = "nothing was asked of it yet";

  /** Kernel names of file systems on local disks or in memory. */
  private static final Set<String> OWN_DISKS =
      Set.of("btrfs", "ext2", "ext3", "ext4", "f2fs", "overlay", "tmpfs", "xfs", "zfs");

  private final Path directory;
  private final UUID name = UUID.randomUUID();
  private final Path file;
  private volatile boolean closed;
  private volatile boolean onOwnDisk;

  /** Start of the running round; 0 if none. */
  private volatile long begunAt;

  private volatile Watched watched = new Watched(0, 0);
  private volatile @Nullable String trouble = NOT_BEGUN;
  private volatile @Nullable Room room;
  private volatile @Nullable Duration lastRound;
  private volatile Duration usualRound = Duration.ZERO;
  private volatile @Nullable Thread thread;
  private volatile @Nullable Thread watch;
  private long count;

  /** {@link #start} alone creates the directory, so an unmounted one is no shared home. */
  public SharedHomeProbe(Path directory) {
    this.directory = directory;
    this.file = directory.resolve(name.toString());
  }

  /** Disk space at the last check; usable bytes are those that this process may fill. */
  public record Room(long usableBytes, long totalBytes) {}

  /** A running round and the ticks during it. */
  private record Watched(long begunAt, int looks) {}

  UUID file() {
    return name;
  }

  /** Checks once, then continuously. Fails if the home cannot be written and read. */
  public void start() throws IOException {
    Files.createDirectories(directory);
    onOwnDisk = OWN_DISKS.contains(Files.getFileStore(directory).type());
    write();
    trouble = null;
    Thread begun =
        Thread.ofPlatform().daemon().name("shared-home-probe").unstarted(this::runRounds);
    thread = begun;
    watch = Thread.ofPlatform().daemon().name("shared-home-watch").start(this::watch);
    begun.start();
  }

  /** Returns whether the home is on a local disk, which may be busy but never away. */
  boolean isOnOwnDisk() {
    return onOwnDisk;
  }

  /** Counts ticks of rounds, which wake it, and adds carriers while the home is slow. */
  private void watch() {
    CarrierThreads carriers = new CarrierThreads(SharedHomeBulkhead.MAX_REQUESTS);
    long slowAt = System.nanoTime() - CALM.toNanos();
    while (!closed) {
      long begun = begunAt;
      Watched before = watched;
      watched = new Watched(begun, before.begunAt() == begun ? before.looks() + 1 : 0);
      if (tickedDuration().compareTo(SLOW) > 0) {
        slowAt = System.nanoTime();
      }
      boolean isCalm = System.nanoTime() - slowAt >= CALM.toNanos();
      if (isCalm) {
        carriers.release();
      } else {
        carriers.add();
      }
      LockSupport.parkNanos((isCalm && begunAt == 0 ? CALM : WATCH_EVERY).toNanos());
    }
    carriers.release();
  }

  /** Returns how long the home may hang before requests fail. */
  Duration late() {
    return onOwnDisk ? DISK_LATE : late(usualRound);
  }

  /** Returns this for a file server with the usual duration of a round. */
  static Duration late(Duration usual) {
    Duration many = usual.multipliedBy(USUAL_TIMES);
    return many.compareTo(LATE) < 0 ? LATE : many.compareTo(MAX_LATE) > 0 ? MAX_LATE : many;
  }

  /**
   * Returns why load balancers should look elsewhere: requests have failed for up to {@link
   * #MAX_SPREAD}, so that a hiccup does not remove all nodes at once.
   */
  public Optional<String> away() {
    return trouble().filter(_ -> !isLate(late().plus(spread())));
  }

  private Duration spread() {
    return onOwnDisk
        ? Duration.ZERO
        : Duration.ofMillis(Math.floorMod(name.hashCode(), MAX_SPREAD.toMillis()));
  }

  /** Returns why the home is unusable, in words that follow a colon. Never blocks. */
  public Optional<String> trouble() {
    return isStuck()
        ? Optional.of(
            String.format(Locale.ROOT, "it has not answered for %.1f s", age().toMillis() / 1e3))
        : Optional.ofNullable(trouble);
  }

  private boolean isStuck() {
    Watched seen = watched;
    return age().compareTo(PATIENCE) > 0
        && seen.begunAt() == begunAt
        && seen.looks() >= STUCK_LOOKS;
  }

  /** Returns whether the only trouble is a round that is slow, but within a limit. */
  boolean isLate(Duration longest) {
    return trouble == null && isStuck() && tickedDuration().compareTo(longest) < 0;
  }

  /** Returns the ticked duration of the running round. */
  private Duration tickedDuration() {
    Watched seen = watched;
    return seen.begunAt() == 0 || seen.begunAt() != begunAt
        ? Duration.ZERO
        : WATCH_EVERY.multipliedBy(seen.looks());
  }

  /** Returns the real duration of the running round. */
  Duration age() {
    long begun = begunAt;
    return begun == 0 ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - begun);
  }

  /** Returns the duration of the last successful round. */
  public Optional<Duration> lastRound() {
    return Optional.ofNullable(lastRound);
  }

  public @Nullable Room room() {
    return room;
  }

  private void runRounds() {
    while (!closed) {
      long begun = System.nanoTime() | 1;
      begunAt = begun;
      LockSupport.unpark(watch);
      String found = round();
      Duration took = Duration.ofNanos(System.nanoTime() - begun);
      lastRound = found == null ? took : null;
      if (found == null) {
        usualRound = usualRound.multipliedBy(USUAL_ROUNDS).plus(took).dividedBy(USUAL_ROUNDS + 1);
      }
      // Before the round ends, so that callers in between get its result.
      trouble = found;
      begunAt = 0;
      if (!closed) {
        LockSupport.parkNanos((onOwnDisk ? DISK_EVERY : EVERY).toNanos());
      }
    }
  }

  private @Nullable String round() {
    try {
      write();
      var store = Files.getFileStore(directory);
      room = new Room(store.getUsableSpace(), store.getTotalSpace());
      return null;
    } catch (NoSuchFileException e) {
      return "there is no directory " + directory;
    } catch (FileSystemException e) {
      return e.getReason() == null ? e.toString() : e.getReason().toLowerCase(Locale.ROOT);
    } catch (IOException | RuntimeException e) {
      return String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
    }
  }

  /** Writes the same length each time, which succeeds on a full disk. */
  private void write() throws IOException {
    String text = "%%0%dd".formatted(LENGTH).formatted(++count);
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
      while (bytes.hasRemaining()) {
        int _ = out.write(bytes);
      }
    } catch (IOException e) {
      if (!isFull(e)) {
        throw e;
      }
      // A full disk does not keep readers from being served.
      return;
    }
    String found = Files.readString(file, StandardCharsets.US_ASCII);
    if (!found.equals(text)) {
      throw new IOException("%s has '%s' in place of '%s'".formatted(file, found, text));
    }
  }

  private static boolean isFull(IOException failure) {
    String message = String.valueOf(failure.getMessage());
    return message.contains("No space left") || message.contains("quota exceeded");
  }

  /** Stops and removes the file, without waiting for a hanging home. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(watch);
    Thread asking = thread;
    if (asking == null) {
      return;
    }
    thread = null;
    LockSupport.unpark(asking);
    try {
      if (asking.join(PATIENCE)) {
        Files.deleteIfExists(file);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // Removed by whoever ends this session.
    }
  }
}
