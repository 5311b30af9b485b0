package org.packhouse.app.engine.git.fetch.inprocess;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.ObjectWalk;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevTag;
import org.eclipse.jgit.revwalk.RevTree;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;
import org.jspecify.annotations.Nullable;

/**
 * Finds what a clone gets, from what an earlier one got: walks from the wants and stops at what the
 * earlier clone got, which is closed under reachability. If the walk meets all wants of the earlier
 * clone, nothing is included that is no longer reachable.
 */
final class IncrementWalk {

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
    CanonicalTreeParser entries = new CanonicalTreeParser(new byte[0], walk.getObjectReader(), id);
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
