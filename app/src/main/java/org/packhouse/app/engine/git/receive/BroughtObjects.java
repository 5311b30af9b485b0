package org.packhouse.app.engine.git.receive;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevTag;
import org.eclipse.jgit.revwalk.RevTree;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.objects.OwnObjects;
import org.packhouse.app.storage.objects.PackedRepository;
import org.packhouse.app.storage.objects.Reachability;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.hooks.HistoryWalk;

/**
 * Walks the objects that a pack brought from the new tips, and checks what they refer to outside of
 * the pack. For one thread, once.
 */
final class BroughtObjects {

  /** Comparisons with a commit before refs are put into a set. */
  private static final int MAX_COMPARED = 8;

  private final Repository repository;
  private final RefSnapshot snapshot;
  private @Nullable Set<ObjectId> tipsBefore;
  private int asked;
  private final Set<ObjectId> brought;
  private final Set<ObjectId> visited = new HashSet<>();
  private final Deque<ObjectId> open = new ArrayDeque<>();
  private final List<ObjectId> outside = new ArrayList<>();
  private final Set<ObjectId> unkept = new HashSet<>();
  private final PackedRepository kept;
  private final boolean allKept;

  BroughtObjects(
      Repository repository, RefSnapshot snapshot, Set<ObjectId> brought, PackedRepository kept)
      throws IOException {
    this.repository = repository;
    this.kept = kept;
    this.allKept = kept.keepsAll();
    this.brought = brought;
    this.snapshot = snapshot;
  }

  boolean isConnected(Collection<ObjectId> tips) throws IOException {
    tips.forEach(this::needCommit);
    try (HistoryWalk walk = new HistoryWalk(repository);
        ObjectReader known = repository.getObjectDatabase().newCachedDatabase().newReader()) {
      while (!open.isEmpty()) {
        if (!visit(walk, known, walk.parseAny(open.pop()))) {
          return false;
        }
      }
    }
    if (outside.isEmpty() && unkept.isEmpty()) {
      return true;
    }
    Reachability reachability = new Reachability(repository, tips());
    return (outside.isEmpty() || reachability.firstForbidden(outside).isEmpty())
        && isUnkeptReached(reachability);
  }

  /** Bases of deltas have come into the quarantine without being new. */
  private boolean isUnkeptReached(Reachability reachability) throws IOException {
    OwnObjects arrived = new OwnObjects(repository);
    List<ObjectId> relied = new ArrayList<>();
    for (ObjectId id : unkept) {
      if (!arrived.has(id)) {
        relied.add(id);
      }
    }
    return relied.isEmpty() || reachability.firstUnreached(relied).isEmpty();
  }

  private void needCommit(ObjectId id) {
    if (!visited.contains(id) && !isTip(id)) {
      visited.add(id.copy());
      (brought.contains(id) ? open : outside).add(id.copy());
    }
  }

  private Set<ObjectId> tips() {
    Set<ObjectId> all = tipsBefore;
    if (all == null) {
      all = Connectivity.known(snapshot);
      tipsBefore = all;
    }
    return all;
  }

  /** Usually called for one commit, while refs may be many: compares before it builds a set. */
  private boolean isTip(ObjectId id) {
    if (tipsBefore != null || ++asked > MAX_COMPARED) {
      return tips().contains(id);
    }
    for (RefSnapshot.Entry ref : snapshot.refs()) {
      if (ref.id().equals(id) || id.equals(ref.peeled())) {
        return true;
      }
    }
    return false;
  }

  private boolean visit(RevWalk walk, ObjectReader known, RevObject object) throws IOException {
    return switch (object) {
      case RevCommit commit -> {
        for (RevCommit parent : commit.getParents()) {
          needCommit(parent);
        }
        yield needContent(walk, known, commit.getTree());
      }
      case RevTag tag -> {
        needCommit(tag.getObject());
        yield true;
      }
      case RevTree tree -> visitTree(walk, known, tree);
      default -> true;
    };
  }

  private boolean visitTree(RevWalk walk, ObjectReader known, ObjectId tree) throws IOException {
    CanonicalTreeParser entries =
        new CanonicalTreeParser(new byte[0], walk.getObjectReader(), tree);
    for (; !entries.eof(); entries = entries.next()) {
      if (entries.getEntryRawMode() != FileMode.GITLINK.getBits()
          && !needContent(walk, known, entries.getEntryObjectId())) {
        return false;
      }
    }
    return true;
  }

  private boolean isThere(RevWalk walk, ObjectReader known, ObjectId id) throws IOException {
    if (!allKept && kept.keeps(id)) {
      return true;
    }
    boolean there = known.has(id) || walk.getObjectReader().has(id);
    if (there && !allKept) {
      unkept.add(id.copy());
    }
    return there;
  }

  private boolean needContent(RevWalk walk, ObjectReader known, ObjectId id) throws IOException {
    if (!visited.add(id.copy())) {
      return true;
    }
    if (!brought.contains(id)) {
      return isThere(walk, known, id);
    }
    if (walk.getObjectReader().open(id).getType() == Constants.OBJ_TREE) {
      open.add(id.copy());
    }
    return true;
  }
}
