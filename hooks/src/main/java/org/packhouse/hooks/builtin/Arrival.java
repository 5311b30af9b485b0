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
 * The commits and files that a move of refs brings to branches and tags. Of a push these are those
 * that its quarantine holds. Others (merges, new branches, forks that follow) may lead to objects
 * that are there already and no branch or tag has reached so far: commits of a pull request from a
 * fork lie in its target from the day it is opened, and forks see the objects of their origin. What
 * branches and tags reach was looked at when it came to them.
 */
public final class Arrival {

  private final Push push;
  private final Pusher pusher;
  private final SignatureVerifier signatures;
  private final Tips tips;
  private final List<PackIndex> brought;

  /** For all hooks, by change: what no branch and no tag has reached. */
  private final Map<RefChange, List<ObjectId>> notReached = new HashMap<>();

  /**
   * Reads the indexes of what a push has brought.
   *
   * @param pusher who pushes
   * @param signatures knows the keys of users
   * @param tips asked only if something moves to what did not come with it
   */
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

  /**
   * Somebody who pushes.
   *
   * @param addresses finds the e-mail addresses, the one that mail goes to first; none: a key or a
   *     token, which is no user
   */
  public record Pusher(String name, Supplier<List<String>> addresses) {

    /** The e-mail addresses, found anew at each call. */
    List<String> emails() {
      return addresses.get();
    }
  }

  /** Knows where the branches and tags of the repository are. */
  @FunctionalInterface
  public interface Tips {

    /** The commits at which they are, tags peeled; others may be among them. */
    Set<ObjectId> read() throws IOException;
  }

  /** A content at a path. */
  record File(String path, ObjectId blob) {}

  /** Looks at a file that a commit brings. */
  @FunctionalInterface
  public interface FileCheck {

    /**
     * Says what is wrong with a file.
     *
     * @return sentences; empty: nothing is
     */
    List<String> check(String path, ObjectId blob, RevCommit commit) throws IOException;
  }

  /** Who pushes. */
  Pusher pusher() {
    return pusher;
  }

  /** The push. */
  Push push() {
    return push;
  }

  /** The changes by which refs come to be or move. */
  List<RefChange> arriving() {
    return push.changes().stream().filter(it -> it.kind() != RefChange.Kind.DELETE).toList();
  }

  /** Whether a commit or tag is signed by whom it names. */
  SignatureVerdict verify(SignedObject object) {
    return signatures.verify(object);
  }

  /** Whether the push brings that object. */
  boolean isNew(ObjectId id) {
    for (PackIndex index : brought) {
      if (index.hasObject(id)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether people have pushed a commit that this brings, here or to another repository; else this
   * server has made it for the move.
   */
  boolean isPushed(RevCommit commit) {
    return isPush() || !isNew(commit);
  }

  /** Whether a client's push brings it. */
  boolean isPush() {
    return push.request().cause() == RefCause.PUSH;
  }

  /** The new commits that a change reaches, each before those that it is made on. */
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

  /** Tips are read only if what the move leads to was not made for it on top of the branch. */
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

  /**
   * The first thing that is wrong with a new file that a change brings; each file once, for what is
   * right in one place may be wrong in another. A file that is new to a branch by other means than
   * a push may have lain in the repository before.
   */
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

  /** Of a push the pack tells; else a file is new in a commit that has it of no parent. */
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
