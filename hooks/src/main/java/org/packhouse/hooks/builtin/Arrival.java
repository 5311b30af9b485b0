package org.packhouse.hooks.builtin;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.eclipse.jgit.internal.storage.file.PackIndex;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.TreeFilter;
import org.packhouse.hooks.Push;
import org.packhouse.hooks.RefChange;

/**
 * The commits and files that a push brings: those that its quarantine holds. What the repository
 * has already was looked at when it came.
 */
public final class Arrival {

  private final Push push;
  private final Pusher pusher;
  private final SignatureVerifier signatures;
  private final List<PackIndex> brought;

  /**
   * Reads the indexes of what a push has brought.
   *
   * @param pusher who pushes
   * @param signatures knows the keys of users
   */
  public Arrival(Push push, Pusher pusher, SignatureVerifier signatures) throws IOException {
    this.push = push;
    this.signatures = signatures;
    this.pusher = pusher;
    brought = push.arrived() == null ? List.of() : indexes(push.arrived().resolve("pack"));
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

  /** The new commits that a change reaches, each before those that it is made on. */
  List<RevCommit> commits(RevWalk walk, RefChange change) throws IOException {
    List<RevCommit> found = new ArrayList<>();
    Set<ObjectId> seen = new HashSet<>();
    Deque<ObjectId> left = new ArrayDeque<>();
    RevObject tip = walk.peel(walk.parseAny(change.newId()));
    if (tip instanceof RevCommit commit) {
      left.add(commit.copy());
    }
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

  /** The first thing that is wrong with a new file that a change brings; each file once. */
  Optional<List<String>> firstWrong(RefChange change, Set<ObjectId> fine, FileCheck check)
      throws IOException {
    try (RevWalk walk = new RevWalk(push.objects());
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
          if (file && !fine.contains(blob) && isNew(blob)) {
            List<String> wrong = check.check(tree.getPathString(), blob, commit);
            if (!wrong.isEmpty()) {
              return Optional.of(wrong);
            }
            fine.add(blob);
          }
        }
      }
    }
    return Optional.empty();
  }
}
