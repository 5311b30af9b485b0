package org.packhouse.app.storage.refs;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Weigher;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.node.SharedHomeDoor;
import org.packhouse.app.storage.refs.move.RefUpdates;
import org.springframework.stereotype.Component;

/**
 * Refs in memory: of each repository those of one ref version. The version is read from PostgreSQL
 * first and the refs after it, so what is remembered is never older than its number says. For a
 * request that read a higher number the moves since are applied ({@link MoveReplay}); if that
 * cannot be, the disk is read again. What other programs do to a repository raises no number: so
 * now and then the files are looked at, and {@link ForeignRefMoves} makes a version of what they
 * did.
 */
@Component
public class Refs {

  private static final long HEAP_SHARE = 16;
  private static final int BYTES_OF_REF = 200;
  private static final int BYTES_OF_SNAPSHOT = 2000;
  private static final Duration IDLE = Duration.ofHours(1);

  private final DiskRefs disk;
  private final MoveReplay replay;
  private final ForeignRefMoves foreign;
  private final RequestRefVersion request;
  private final SharedHomeDoor door;
  private final long checkInterval;
  private final Cache<Long, Remembered> remembered =
      Caffeine.newBuilder()
          .maximumWeight(Runtime.getRuntime().maxMemory() / HEAP_SHARE)
          .weigher((Weigher<Long, Remembered>) (_, it) -> it.weight())
          .expireAfterAccess(IDLE)
          .build();

  public Refs(
      DiskRefs disk,
      MoveReplay replay,
      ForeignRefMoves foreign,
      RequestRefVersion request,
      SharedHomeDoor door,
      RefSettings settings) {
    this.disk = disk;
    this.replay = replay;
    this.foreign = foreign;
    this.request = request;
    this.door = door;
    checkInterval = settings.checkInterval().toNanos();
  }

  private record Remembered(RefSnapshot snapshot, RefStamp stamp, long checkedAt) {
    int weight() {
      return BYTES_OF_SNAPSHOT
          + BYTES_OF_REF * (snapshot.refs().size() + snapshot.pullRequests().size());
    }
  }

  /** The refs now. */
  public RefSnapshot snapshot(long repositoryId) throws IOException {
    OptionalLong read = request.refVersion(repositoryId);
    return snapshot(repositoryId, read.isPresent() ? read.getAsLong() : disk.version(repositoryId));
  }

  /**
   * The refs at a version that the caller has just read from PostgreSQL, or at a later one.
   *
   * @param version the version at least
   */
  public RefSnapshot snapshot(long repositoryId, long version) throws IOException {
    Remembered known = remembered.getIfPresent(repositoryId);
    if (known != null && known.snapshot().version() >= version) {
      if (System.nanoTime() - known.checkedAt() < checkInterval) {
        return known.snapshot();
      }
      long now = System.nanoTime();
      if (door.pass(() -> disk.isStill(repositoryId, known.stamp()))) {
        foreign.agree(repositoryId);
        remembered.put(repositoryId, new Remembered(known.snapshot(), known.stamp(), now));
        return known.snapshot();
      }
    } else if (known != null) {
      Optional<RefSnapshot> moved = replay.after(repositoryId, known.snapshot(), version);
      if (moved.isPresent()) {
        // When the disk was looked at stays as it was, so that pushes do not put off the next look.
        return remember(repositoryId, moved.get(), known.stamp(), known.checkedAt());
      }
    }
    return read(repositoryId, version, known);
  }

  /**
   * The refs as they are on disk at this moment: for whoever knows that they were written past
   * {@link RefUpdates}. What has moved is written down at once, and raises the ref version.
   */
  public RefSnapshot reread(long repositoryId) throws IOException {
    writeForeignMoves(repositoryId);
    return snapshot(repositoryId, disk.version(repositoryId));
  }

  /** A move by another program; forty zeros where there was or is nothing. */
  public record ForeignMove(String refName, String oldHash, String newHash) {}

  /**
   * Writes down at once what other programs did to the refs of a repository.
   *
   * @return what they did, without HEAD
   */
  public List<ForeignMove> writeForeignMoves(long repositoryId) throws IOException {
    Remembered known = remembered.getIfPresent(repositoryId);
    return foreign
        .writeNow(repositoryId, known == null ? null : known.snapshot().headTarget())
        .stream()
        .filter(move -> !move.isHead())
        .map(move -> new ForeignMove(move.ref(), move.from(), move.to()))
        .toList();
  }

  private RefSnapshot read(long repositoryId, long version, @Nullable Remembered known)
      throws IOException {
    long now = System.nanoTime();
    DiskRefs.Reading reading;
    try {
      reading = door.pass(() -> disk.read(repositoryId, version));
    } catch (NoSuchFileException e) {
      disk.checkDirectory(repositoryId);
      throw e;
    }
    if (known == null || known.snapshot().version() < version) {
      return remember(repositoryId, reading.snapshot(), reading.stamp(), now);
    }
    if (known.snapshot().hasSameRefs(reading.snapshot())) {
      foreign.agree(repositoryId);
      boolean same = known.snapshot().pullRequests().equals(reading.snapshot().pullRequests());
      // The same object, which others may have tied something to.
      RefSnapshot kept = same ? known.snapshot() : reading.snapshot();
      return remember(repositoryId, kept, reading.stamp(), now);
    }
    return switch (foreign.look(repositoryId, known.snapshot())) {
      case UNKNOWN -> reading.snapshot();
      // As they were, until it is certain that they are not. The next look comes as soon as ever.
      case WAITING -> remember(repositoryId, known.snapshot(), known.stamp(), now);
      case WRITTEN -> snapshot(repositoryId, known.snapshot().version() + 1);
    };
  }

  private RefSnapshot remember(long repositoryId, RefSnapshot snapshot, RefStamp stamp, long now) {
    Remembered fresh = new Remembered(snapshot, stamp, now);
    remembered
        .asMap()
        .merge(
            repositoryId,
            fresh,
            (old, it) -> old.snapshot().version() > it.snapshot().version() ? old : it);
    return snapshot;
  }

  /**
   * What refs pointed to at some time in the last ten minutes ({@code refs.former-tips}) and may
   * not point to any more: a client that read the refs then may still ask for it.
   */
  public Set<ObjectId> recentTips(long repositoryId) {
    return disk.recentTips(repositoryId);
  }
}
