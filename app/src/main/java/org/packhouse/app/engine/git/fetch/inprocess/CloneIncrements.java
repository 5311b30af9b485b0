package org.packhouse.app.engine.git.fetch.inprocess;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.eclipse.jgit.internal.storage.file.BitmapIndexImpl;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.BitmapIndex.BitmapBuilder;
import org.eclipse.jgit.lib.BitmapObject;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.BitmapWalker;
import org.eclipse.jgit.revwalk.ObjectWalk;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevTag;
import org.eclipse.jgit.revwalk.RevTree;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.fetch.inprocess.WorkLimit.TooMuchException;
import org.packhouse.app.platform.cache.Caches;
import org.springframework.stereotype.Component;

/**
 * Caches what the latest clone of each repository got beside the stored pack, with its bytes. With
 * steady pushes each clone wants something else, but little has changed since the last.
 */
@Component
class CloneIncrements {

  /** Bytes of heap for all increments. */
  private static final long MAX_BYTES = 16 * 1024 * 1024;

  /** Bytes of heap for an id in a table. */
  private static final int BYTES_OF_ID = 80;

  private static final Duration TIME = Duration.ofMinutes(10);

  private final Cache<Key, CloneIncrement> latest;

  CloneIncrements(Caches caches) {
    latest =
        caches.build(
            "clone-increments",
            "Objects that clones get beside a stored pack",
            Caffeine.newBuilder()
                .maximumWeight(MAX_BYTES)
                .weigher((Key _, CloneIncrement increment) -> bytes(increment))
                .expireAfterAccess(TIME));
  }

  private static int bytes(CloneIncrement increment) {
    return BYTES_OF_ID * (1 + increment.size()) + increment.packed().length();
  }

  /** A stored pack; the name determines its objects. */
  private record Key(long repositoryId, String pack) {}

  @Nullable CloneIncrement find(long repositoryId, Pack pack) {
    return latest.getIfPresent(new Key(repositoryId, pack.getPackName()));
  }

  /**
   * Finds what a clone gets beside a pack, if possible from what an earlier one got, and caches it.
   *
   * @throws TooMuchException unless all of the pack is wanted, and little else
   */
  CloneIncrement find(
      long repositoryId, BitmappedPack base, Set<ObjectId> wants, ObjectWalk walk, WorkLimit limit)
      throws IOException {
    CloneIncrement before = find(repositoryId, base.pack());
    CloneIncrement increment =
        before == null
            ? null
            : new IncrementWalk(walk, base.pack(), before, limit.ofItsOwn()).find(wants);
    if (increment == null) {
      increment = findByBitmaps(base, wants, walk, limit);
    }
    if (!increment.equals(before)) {
      latest.put(new Key(repositoryId, base.pack().getPackName()), increment);
    }
    return increment;
  }

  private static CloneIncrement findByBitmaps(
      BitmappedPack base, Set<ObjectId> wants, ObjectWalk walk, WorkLimit limit)
      throws IOException {
    BitmapBuilder wanted =
        new BitmapWalker(walk, new BitmapIndexImpl(base.bitmaps()), limit.ofItsOwn())
            .findObjects(wants, null, false);
    if (!wanted.removeAllOrNone(base.bitmaps())) {
      throw new TooMuchException("not all of the pack that has the bitmap");
    }
    Map<ObjectId, Integer> objects = new HashMap<>();
    for (BitmapObject object : wanted) {
      objects.put(object.getObjectId().copy(), object.getType());
    }
    return new CloneIncrement(Set.copyOf(wants), objects);
  }

  /** Adds the bytes of exactly the increment's objects, unless other wants have come since. */
  void remember(long repositoryId, Pack pack, CloneIncrement increment, PackedObjects all) {
    latest
        .asMap()
        .computeIfPresent(
            new Key(repositoryId, pack.getPackName()),
            (_, present) ->
                present.wants().equals(increment.wants()) ? increment.packedAs(all) : present);
  }

  /**
   * Finds what a clone gets, from what an earlier one got: walks from the wants and stops at what
   * the earlier clone got, which is closed under reachability. If the walk meets all wants of the
   * earlier clone, nothing is included that is no longer reachable.
   */
  private static final class IncrementWalk {

    private final ObjectWalk walk;
    private final Pack pack;
    private final CloneIncrement before;
    private final WorkLimit limit;
    private final Set<AnyObjectId> notMet;
    private final Map<ObjectId, Integer> found = new HashMap<>();
    private final Deque<Unread> unread = new ArrayDeque<>();

    private record Unread(ObjectId id, int type) {}

    /** Both clones get {@code pack}; {@code before} is what the earlier clone got beside it. */
    IncrementWalk(ObjectWalk walk, Pack pack, CloneIncrement before, WorkLimit limit) {
      this.walk = walk;
      this.pack = pack;
      this.before = before;
      this.limit = limit;
      this.notMet = new HashSet<>(before.wants());
    }

    /** Returns what a clone gets beside the pack; null if a want of the earlier one was not met. */
    @Nullable CloneIncrement find(Set<ObjectId> wants) throws IOException {
      for (ObjectId want : wants) {
        if (isNew(want)) {
          RevObject object = walk.parseAny(want);
          add(want, object.getType());
        }
      }
      for (Unread next = unread.poll(); next != null; next = unread.poll()) {
        read(next);
      }
      if (!notMet.isEmpty()) {
        return null;
      }
      return found.isEmpty() && wants.equals(before.wants()) ? before : before.grown(wants, found);
    }

    private boolean isNew(AnyObjectId id) throws IOException {
      if (before.objects().contains(id) || pack.hasObject(id)) {
        notMet.remove(id);
        return false;
      }
      return !found.containsKey(id);
    }

    private void add(AnyObjectId id, int type) {
      limit.update(1);
      ObjectId copy = id.copy();
      found.put(copy, type);
      if (type != Constants.OBJ_BLOB) {
        unread.push(new Unread(copy, type));
      }
    }

    private void visit(AnyObjectId id, int type) throws IOException {
      if (isNew(id)) {
        add(id, type);
      }
    }

    private void read(Unread next) throws IOException {
      if (next.type() == Constants.OBJ_TREE) {
        readTree(next.id());
        return;
      }
      RevObject object = walk.parseAny(next.id());
      switch (object) {
        case RevCommit commit -> {
          visit(commit.getTree(), Constants.OBJ_TREE);
          for (RevCommit parent : commit.getParents()) {
            visit(parent, Constants.OBJ_COMMIT);
          }
        }
        case RevTag tag -> visit(tag.getObject(), tag.getObject().getType());
        case RevTree tree -> readTree(tree);
        default -> {
          // A file, wanted as such, refers to nothing.
        }
      }
    }

    private void readTree(AnyObjectId id) throws IOException {
      CanonicalTreeParser entries =
          new CanonicalTreeParser(new byte[0], walk.getObjectReader(), id);
      for (; !entries.eof(); entries.next(1)) {
        int mode = entries.getEntryRawMode();
        if (FileMode.TREE.equals(mode)) {
          visit(entries.getEntryObjectId(), Constants.OBJ_TREE);
        } else if (!FileMode.GITLINK.equals(mode)) {
          visit(entries.getEntryObjectId(), Constants.OBJ_BLOB);
        }
      }
    }
  }
}
