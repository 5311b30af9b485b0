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
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.node.SharedHomeBulkhead;
import org.springframework.stereotype.Component;

/**
 * Caches one ref snapshot per repository. The version is read from PostgreSQL before the refs, so a
 * snapshot is never older than its version. For a newer version the moves since are applied ({@link
 * MoveReplay}), or else the disk is read. Changes by other programs raise no version: the files are
 * checked from time to time, and {@link ForeignRefMoves} records what has changed.
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
  private final SharedHomeBulkhead bulkhead;
  private final long checkInterval;
  private final Cache<Long, Remembered> remembered;

  public Refs(
      DiskRefs disk,
      MoveReplay replay,
      ForeignRefMoves foreign,
      RequestRefVersion request,
      SharedHomeBulkhead bulkhead,
      RefSettings settings,
      Caches caches) {
    this.disk = disk;
    this.replay = replay;
    this.foreign = foreign;
    this.request = request;
    this.bulkhead = bulkhead;
    checkInterval = settings.checkInterval().toNanos();
    remembered =
        caches.build(
            "refs",
            "Refs of repositories",
            Caffeine.newBuilder()
                .maximumWeight(Runtime.getRuntime().maxMemory() / HEAP_SHARE)
                .weigher((Weigher<Long, Remembered>) (_, it) -> it.weight())
                .expireAfterAccess(IDLE));
  }

  private record Remembered(RefSnapshot snapshot, RefStamp stamp, long checkedAt) {
    int weight() {
      return BYTES_OF_SNAPSHOT
          + BYTES_OF_REF * (snapshot.refs().size() + snapshot.pullRequests().size());
    }
  }

  public RefSnapshot snapshot(long repositoryId) throws IOException {
    OptionalLong read = request.refVersion(repositoryId);
    return snapshot(repositoryId, read.isPresent() ? read.getAsLong() : disk.version(repositoryId));
  }

  /** Returns the refs at a version just read from PostgreSQL, or a later one. */
  public RefSnapshot snapshot(long repositoryId, long version) throws IOException {
    Remembered known = remembered.getIfPresent(repositoryId);
    if (known != null && known.snapshot().version() >= version) {
      if (System.nanoTime() - known.checkedAt() < checkInterval) {
        return known.snapshot();
      }
      long now = System.nanoTime();
      if (bulkhead.run(() -> disk.isStill(repositoryId, known.stamp()))) {
        foreign.forgetDifferences(repositoryId);
        remembered.put(repositoryId, new Remembered(known.snapshot(), known.stamp(), now));
        return known.snapshot();
      }
    } else if (known != null) {
      Optional<RefSnapshot> moved = replay.after(repositoryId, known.snapshot(), version);
      if (moved.isPresent()) {
        // Keep the time of the last check of the disk: pushes must not postpone the next one.
        return remember(repositoryId, moved.get(), known.stamp(), known.checkedAt());
      }
    }
    return read(repositoryId, version, known);
  }

  /** Reads the refs from disk after another program is known to have written them. */
  public RefSnapshot reread(long repositoryId) throws IOException {
    recordForeignMoves(repositoryId);
    return snapshot(repositoryId, disk.version(repositoryId));
  }

  /** A move by another program; the hash of an absent ref is all zeros. */
  public record ForeignMove(String refName, String oldHash, String newHash) {}

  /** Records at once what other programs did, and returns these moves without that of HEAD. */
  public List<ForeignMove> recordForeignMoves(long repositoryId) throws IOException {
    Remembered known = remembered.getIfPresent(repositoryId);
    return foreign
        .recordNow(repositoryId, known == null ? null : known.snapshot().headTarget())
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
      reading = bulkhead.run(() -> disk.read(repositoryId, version));
    } catch (NoSuchFileException e) {
      disk.checkDirectory(repositoryId);
      throw e;
    }
    if (known == null || known.snapshot().version() < version) {
      return remember(repositoryId, reading.snapshot(), reading.stamp(), now);
    }
    if (known.snapshot().hasSameRefs(reading.snapshot())) {
      foreign.forgetDifferences(repositoryId);
      boolean same = known.snapshot().pullRequests().equals(reading.snapshot().pullRequests());
      // Keep the instance: callers cache by its identity.
      RefSnapshot kept = same ? known.snapshot() : reading.snapshot();
      return remember(repositoryId, kept, reading.stamp(), now);
    }
    return switch (foreign.compare(repositoryId, known.snapshot())) {
      case UNKNOWN -> reading.snapshot();
      // Serve the known refs until the difference has lasted; check again after the usual interval.
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

  /** Returns values that refs had until lately, which clients may still want. */
  public Set<ObjectId> recentTips(long repositoryId) {
    return disk.recentTips(repositoryId);
  }

  /** The ref version that the current request has already read with its credential. */
  @FunctionalInterface
  public interface RequestRefVersion {

    OptionalLong refVersion(long repositoryId);
  }

  /**
   * Records ref moves that another program made on disk, so that all nodes and listeners notice.
   */
  public interface ForeignRefMoves {

    enum Outcome {
      /** No result: an update of this server is running, which may explain a difference. */
      UNKNOWN,
      /** Refs agree, or the difference is too recent to be recorded. */
      WAITING,
      WRITTEN
    }

    /**
     * Records lasting differences between the refs on disk and those of a version. Does nothing
     * while an update of this server runs, and never waits for a lock.
     */
    Outcome compare(long repositoryId, RefSnapshot before) throws IOException;

    void forgetDifferences(long repositoryId);

    /** Records all differences at once. The known target of HEAD counts if none is stored. */
    List<Move> recordNow(long repositoryId, @Nullable String headTarget) throws IOException;
  }
}
