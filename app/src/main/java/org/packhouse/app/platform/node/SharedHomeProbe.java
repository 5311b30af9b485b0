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
 * Finds out all the time whether the shared home answers: writes a file of this process there and
 * reads it back, on a thread of its own, for a file server that is away holds the thread that asks
 * it. Whoever wants to know hears how the last round ended, at once, and that the home is stuck
 * when a round has taken longer than {@link #PATIENCE}. It is away when a round takes much longer
 * than rounds usually do there. How long a round lasts is counted in looks of another thread, so
 * that a process which gets no processor takes no disk for away. Other nodes see by the same file
 * that this one writes where they read.
 *
 * <p>It uses no Spring and no database, so that it can be tried on any mount.
 */
public final class SharedHomeProbe implements AutoCloseable {

  /** The longest round of a home that answers. */
  public static final Duration PATIENCE = Duration.ofMillis(500);

  /**
   * Between rounds: until one has found a home that stopped, those who wait in it may hold all
   * carriers, and nobody is told anything.
   */
  static final Duration EVERY = Duration.ofMillis(250);

  /** After which those who wait in the home might be in the way of others. */
  private static final Duration SLOW = Duration.ofMillis(100);

  private static final Duration CALM = Duration.ofSeconds(5);
  private static final Duration WATCH_EVERY = Duration.ofMillis(50);

  /** Looks at one round by which it is stuck: a process that stood still itself has not looked. */
  private static final int STUCK_LOOKS = 8;

  /** A file server whose disk writes much may answer so late, and is not away. */
  private static final Duration LATE = Duration.ofSeconds(2);

  /** Longer than this nobody should wait for a file server, as slow as it may usually be. */
  private static final Duration MAX_LATE = Duration.ofSeconds(10);

  /** The same of a disk of this machine, for which nobody else stands in meanwhile. */
  private static final Duration DISK_LATE = Duration.ofSeconds(30);

  /** How much longer than usual a round may take. */
  private static final int USUAL_TIMES = 8;

  /** The weight of the rounds before in what is usual, beside one of the last. */
  private static final int USUAL_ROUNDS = 15;

  /** What nodes differ by at most in how long they stay with a load balancer. */
  private static final Duration MAX_SPREAD = Duration.ofSeconds(2);

  private static final int LENGTH = 20;
  private static final String NOT_BEGUN = "nothing was asked of it yet";

  /** Kinds of file systems, as the kernel names them, that are on disks or in memory. */
  private static final Set<String> OWN_DISKS =
      Set.of("btrfs", "ext2", "ext3", "ext4", "f2fs", "overlay", "tmpfs", "xfs", "zfs");

  private final Path directory;
  private final UUID name = UUID.randomUUID();
  private final Path file;
  private volatile boolean closed;
  private volatile boolean onOwnDisk;

  /** When the round began that is under way; 0 if none is. */
  private volatile long begunAt;

  private volatile Watched watched = new Watched(0, 0);
  private volatile @Nullable String trouble = NOT_BEGUN;
  private volatile @Nullable Room room;
  private volatile @Nullable Duration lastRound;
  private volatile Duration usualRound = Duration.ZERO;
  private volatile @Nullable Thread thread;
  private long count;

  /**
   * A probe that asks nothing yet.
   *
   * @param directory where its file goes; it is made by {@link #start} and never again, so that a
   *     directory in which nothing is mounted any more is no shared home
   */
  public SharedHomeProbe(Path directory) {
    this.directory = directory;
    this.file = directory.resolve(name.toString());
  }

  /**
   * Room in the file system when it was last asked.
   *
   * @param usableBytes that this process may fill
   */
  public record Room(long usableBytes, long totalBytes) {}

  /** A round that is under way, and how often somebody has looked at it. */
  private record Watched(long begunAt, int looks) {}

  /** The name of its file. */
  UUID file() {
    return name;
  }

  /**
   * Asks for the first time, and then all the time.
   *
   * @throws IOException if the home does not let it write and read
   */
  public void start() throws IOException {
    Files.createDirectories(directory);
    onOwnDisk = OWN_DISKS.contains(Files.getFileStore(directory).type());
    write();
    trouble = null;
    Thread begun = Thread.ofPlatform().daemon().name("shared-home-probe").unstarted(this::ask);
    thread = begun;
    begun.start();
    Thread.ofPlatform().daemon().name("shared-home-watch").start(this::watch);
  }

  /**
   * Whether the home is on a disk of this machine, as far as its file system tells: one that may be
   * busy and is never away.
   */
  boolean isOnOwnDisk() {
    return onOwnDisk;
  }

  /** Has more carriers for virtual threads while the home is slow, and for a while after that. */
  private void watch() {
    CarrierThreads carriers = new CarrierThreads(SharedHomeDoor.PLACES);
    long slowAt = System.nanoTime() - CALM.toNanos();
    while (!closed) {
      long begun = begunAt;
      Watched before = watched;
      watched = new Watched(begun, before.begunAt() == begun ? before.looks() + 1 : 0);
      if (lasted().compareTo(SLOW) > 0) {
        slowAt = System.nanoTime();
      }
      if (System.nanoTime() - slowAt < CALM.toNanos()) {
        carriers.add();
      } else {
        carriers.release();
      }
      LockSupport.parkNanos(WATCH_EVERY.toNanos());
    }
    carriers.release();
  }

  /**
   * For how long the home may not answer until requests that need it fail: a file server for much
   * longer than usual.
   */
  Duration late() {
    return onOwnDisk ? DISK_LATE : late(usualRound);
  }

  /** The same of a file server, where rounds usually take so long. */
  static Duration late(Duration usual) {
    Duration many = usual.multipliedBy(USUAL_TIMES);
    return many.compareTo(LATE) < 0 ? LATE : many.compareTo(MAX_LATE) > 0 ? MAX_LATE : many;
  }

  /**
   * Why load balancers should look elsewhere, as {@link #trouble}: requests that need the home
   * fail, and have failed for up to {@link #MAX_SPREAD}. That is another time for each node, so
   * that one hiccup of their file server does not take away all of them.
   */
  public Optional<String> away() {
    return trouble().filter(_ -> !isLate(late().plus(spread())));
  }

  private Duration spread() {
    return onOwnDisk
        ? Duration.ZERO
        : Duration.ofMillis(Math.floorMod(name.hashCode(), MAX_SPREAD.toMillis()));
  }

  /**
   * Why the home cannot be used, in words that follow a colon; empty if it can. Waits for nothing.
   */
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

  /** Whether all that is wrong is a round that takes long, and not yet longer than that. */
  boolean isLate(Duration longest) {
    return trouble == null && isStuck() && lasted().compareTo(longest) < 0;
  }

  /** For how long the round under way was looked at; zero if none is, or it has just begun. */
  private Duration lasted() {
    Watched seen = watched;
    return seen.begunAt() == 0 || seen.begunAt() != begunAt
        ? Duration.ZERO
        : WATCH_EVERY.multipliedBy(seen.looks());
  }

  /** For how long the round has lasted that is under way; zero if none is. */
  Duration age() {
    long begun = begunAt;
    return begun == 0 ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - begun);
  }

  /** How long the last round took that found nothing wrong; empty if there was none. */
  public Optional<Duration> lastRound() {
    return Optional.ofNullable(lastRound);
  }

  /** How much room there was; null before anybody has asked. */
  public @Nullable Room room() {
    return room;
  }

  private void ask() {
    while (!closed) {
      long begun = System.nanoTime() | 1;
      begunAt = begun;
      String found = round();
      Duration took = Duration.ofNanos(System.nanoTime() - begun);
      lastRound = found == null ? took : null;
      if (found == null) {
        usualRound = usualRound.multipliedBy(USUAL_ROUNDS).plus(took).dividedBy(USUAL_ROUNDS + 1);
      }
      // Before the round is over: what is said in between is what it found.
      trouble = found;
      begunAt = 0;
      if (!closed) {
        LockSupport.parkNanos(EVERY.toNanos());
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

  /** The same length each time: a disk that is full takes that. */
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
      // Whoever reads is served all the same.
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

  /** Asks no more and removes the file; waits for no home that is stuck. */
  @Override
  public void close() {
    closed = true;
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
      // Whoever ends this session removes it.
    }
  }
}
