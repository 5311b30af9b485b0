package org.packhouse.hooks.builtin;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.internal.storage.file.PackIndex;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevSort;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.TreeFilter;
import org.jspecify.annotations.Nullable;
import org.packhouse.hooks.ArrivedObjects;
import org.packhouse.hooks.HistoryWalk;
import org.packhouse.hooks.Push;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;

/**
 * The commits and files that ref moves add to branches and tags: in a push, those in quarantine.
 * Other moves (merges, new branches, fork syncs) may add existing objects that no branch or tag has
 * reached: the target repository has a pull request's commits since it was opened, and forks see
 * their origin's objects.
 */
public final class Arrival {

  private final Push push;
  private final Pusher pusher;
  private final SignatureVerifier signatures;
  private final Tips tips;
  private final List<PackIndex> brought;

  /** Unreached commits by change, for all hooks. */
  private final Map<RefChange, List<ObjectId>> notReached = new HashMap<>();

  /** The tips are read only if something moves to existing objects. */
  public Arrival(Push push, Pusher pusher, SignatureVerifier signatures, Tips tips)
      throws IOException {
    this.push = push;
    this.signatures = signatures;
    this.pusher = pusher;
    this.tips = tips;
    ArrivedObjects arrived = push.arrived();
    brought = arrived == null ? List.of() : indexes(arrived.directory().resolve("pack"));
  }

  private static List<PackIndex> indexes(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    List<PackIndex> indexes = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.idx")) {
      for (Path file : files) {
        indexes.add(PackIndex.open(file.toFile()));
      }
    }
    return indexes;
  }

  /** The pushing user, with the primary address first; a key or token has none. */
  public record Pusher(String name, Supplier<List<String>> addresses) {

    List<String> emails() {
      return addresses.get();
    }
  }

  @FunctionalInterface
  public interface Tips {

    /** Returns the peeled tips of branches and tags, perhaps with other commits. */
    Set<ObjectId> read() throws IOException;
  }

  record File(String path, ObjectId blob) {}

  @FunctionalInterface
  public interface FileCheck {

    /** Returns sentences about problems, or none. */
    List<String> check(String path, ObjectId blob, RevCommit commit) throws IOException;
  }

  Pusher pusher() {
    return pusher;
  }

  Push push() {
    return push;
  }

  /** Returns the changes that create or move refs. */
  List<RefChange> arriving() {
    return push.changes().stream().filter(it -> it.kind() != RefChange.Kind.DELETE).toList();
  }

  SignatureVerdict verify(SignedObject object) {
    return signatures.verify(object);
  }

  /** Returns whether the push contains the object. */
  boolean isNew(ObjectId id) {
    for (PackIndex index : brought) {
      if (index.hasObject(id)) {
        return true;
      }
    }
    return false;
  }

  /** Returns false for commits that the server made for this move. */
  boolean isPushed(RevCommit commit) {
    return isPush() || !isNew(commit);
  }

  boolean isPush() {
    return push.request().cause() == RefCause.PUSH;
  }

  /** Returns the new commits that a change reaches, children before parents. */
  List<RevCommit> commits(RevWalk walk, RefChange change) throws IOException {
    RevObject tip = walk.peel(walk.parseAny(change.newId()));
    if (!(tip instanceof RevCommit commit)) {
      return List.of();
    }
    return isPush() ? inQuarantine(walk, commit) : notReached(walk, commit, change);
  }

  private List<RevCommit> inQuarantine(RevWalk walk, RevCommit tip) throws IOException {
    List<RevCommit> found = new ArrayList<>();
    Set<ObjectId> seen = new HashSet<>();
    Deque<ObjectId> left = new ArrayDeque<>(List.of(tip.copy()));
    while (!left.isEmpty()) {
      ObjectId next = left.remove();
      if (seen.add(next) && isNew(next)) {
        RevCommit commit = walk.parseCommit(next);
        found.add(commit);
        for (RevCommit parent : commit.getParents()) {
          left.add(parent.copy());
        }
      }
    }
    return found;
  }

  /** Reads the tips only if the commits were not made for the move on top of the branch. */
  private List<RevCommit> notReached(RevWalk walk, RevCommit tip, RefChange change)
      throws IOException {
    List<RevCommit> made = inQuarantine(walk, tip);
    if (tip.equals(change.oldId()) || (!made.isEmpty() && areMadeOn(made, change.oldId()))) {
      return made;
    }
    List<ObjectId> known = notReached.get(change);
    List<ObjectId> ids = known == null ? notReached(walk.getObjectReader(), tip) : known;
    notReached.put(change, ids);
    List<RevCommit> found = new ArrayList<>();
    for (ObjectId id : ids) {
      found.add(walk.parseCommit(id));
    }
    return found;
  }

  private List<ObjectId> notReached(ObjectReader reader, ObjectId tip) throws IOException {
    Set<ObjectId> reached = tips.read();
    if (reached.contains(tip)) {
      return List.of();
    }
    List<ObjectId> found = new ArrayList<>();
    try (HistoryWalk past = new HistoryWalk(reader)) {
      past.sort(RevSort.TOPO);
      past.markStart(past.parseCommit(tip));
      for (ObjectId id : reached) {
        RevCommit end = commit(past, id);
        if (end != null) {
          past.markUninteresting(end);
        }
      }
      for (RevCommit next = past.next(); next != null; next = past.next()) {
        found.add(next.copy());
      }
    }
    return found;
  }

  private static boolean areMadeOn(List<RevCommit> made, ObjectId before) {
    Set<ObjectId> known = new HashSet<>(made);
    known.add(before);
    return made.stream().allMatch(it -> known.containsAll(List.of(it.getParents())));
  }

  private static @Nullable RevCommit commit(RevWalk walk, ObjectId id) throws IOException {
    try {
      return walk.peel(walk.parseAny(id)) instanceof RevCommit commit ? commit : null;
    } catch (MissingObjectException e) {
      return null;
    }
  }

  /** Returns the first problem in a new file, checking each path and blob once. */
  Optional<List<String>> firstWrong(RefChange change, Set<File> fine, FileCheck check)
      throws IOException {
    try (HistoryWalk walk = new HistoryWalk(push.objects());
        TreeWalk tree = new TreeWalk(push.objects())) {
      for (RevCommit commit : commits(walk, change)) {
        tree.reset();
        tree.setRecursive(true);
        tree.setFilter(TreeFilter.ANY_DIFF);
        tree.addTree(commit.getTree());
        for (RevCommit parent : commit.getParents()) {
          tree.addTree(walk.parseCommit(parent).getTree());
        }
        while (tree.next()) {
          ObjectId blob = tree.getObjectId(0);
          boolean file = (tree.getRawMode(0) & FileMode.TYPE_MASK) == FileMode.TYPE_FILE;
          if (file && isNewIn(tree, blob) && !fine.contains(new File(tree.getPathString(), blob))) {
            List<String> wrong = check.check(tree.getPathString(), blob, commit);
            if (!wrong.isEmpty()) {
              return Optional.of(wrong);
            }
            fine.add(new File(tree.getPathString(), blob));
          }
        }
      }
    }
    return Optional.empty();
  }

  /** In a push the pack decides; otherwise a file is new if no parent has it. */
  private boolean isNewIn(TreeWalk tree, ObjectId blob) {
    if (isPush()) {
      return isNew(blob);
    }
    for (int parent = 1; parent < tree.getTreeCount(); parent++) {
      if (tree.idEqual(0, parent)) {
        return false;
      }
    }
    return true;
  }
}
