package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.ObjectReachabilityChecker;
import org.eclipse.jgit.revwalk.ObjectWalk;
import org.eclipse.jgit.revwalk.ReachabilityChecker;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevTag;
import org.eclipse.jgit.revwalk.RevWalk;
import org.jspecify.annotations.Nullable;

/** Decides which objects may be sent to a user who sees certain refs of a repository. */
public final class Reachability {

  private final Repository repository;
  private final Collection<ObjectId> tips;
  private boolean tipMissing;

  /** The repository must stay open; missing tips are ignored. */
  public Reachability(Repository repository, Collection<ObjectId> tips) {
    this.repository = repository;
    this.tips = tips;
  }

  /**
   * Finds an object that may not be sent: an unreachable commit or tag, a tree or blob neither in
   * the repository's own store nor reachable, or a missing object.
   */
  public Optional<ObjectId> firstForbidden(Collection<ObjectId> ids) throws IOException {
    return first(ids, false);
  }

  /** Finds an object of any type that no ref reaches. */
  public Optional<ObjectId> firstUnreached(Collection<ObjectId> ids) throws IOException {
    return first(ids, true);
  }

  /** Returns whether a tip was missing, so that results may be incomplete. */
  public boolean isTipMissing() {
    return tipMissing;
  }

  private @Nullable RevObject findTip(RevWalk walk, ObjectId tip) throws IOException {
    RevObject object = find(walk, tip);
    tipMissing |= object == null;
    return object;
  }

  private Optional<ObjectId> first(Collection<ObjectId> ids, boolean ownAsWell) throws IOException {
    try (ObjectWalk walk = new ObjectWalk(repository)) {
      List<RevCommit> commits = new ArrayList<>();
      List<RevObject> contents = new ArrayList<>();
      for (ObjectId id : ids) {
        RevObject object = find(walk, id);
        if (object == null || (object instanceof RevTag && !isInTagChain(walk, object))) {
          return Optional.of(id);
        }
        if (object instanceof RevCommit commit) {
          commits.add(commit);
        } else if (!(object instanceof RevTag)) {
          contents.add(object);
        }
      }
      Optional<ObjectId> commit = firstUnreachableCommit(walk, commits);
      return commit.isPresent()
          ? commit
          : firstUnreachedContent(walk, ownAsWell ? contents : foreign(contents));
    }
  }

  private static @Nullable RevObject find(RevWalk walk, ObjectId id) throws IOException {
    try {
      return walk.parseAny(id);
    } catch (MissingObjectException e) {
      return null;
    }
  }

  private boolean isInTagChain(RevWalk walk, RevObject wanted) throws IOException {
    for (ObjectId tip : tips) {
      RevObject object = findTip(walk, tip);
      while (object instanceof RevTag tag) {
        if (tag.equals(wanted)) {
          return true;
        }
        object = find(walk, tag.getObject());
      }
    }
    return false;
  }

  private Optional<ObjectId> firstUnreachableCommit(ObjectWalk walk, List<RevCommit> commits)
      throws IOException {
    if (commits.isEmpty()) {
      return Optional.empty();
    }
    ReachabilityChecker checker = walk.getObjectReader().createReachabilityChecker(walk);
    return checker.areAllReachable(commits, starters(walk)).map(RevObject::copy);
  }

  private List<RevObject> foreign(List<RevObject> contents) throws IOException {
    // Without alternates every object found is in the own store.
    boolean ownStore =
        contents.isEmpty()
            || !new SharedFiles()
                .exists(
                    repository
                        .getDirectory()
                        .toPath()
                        .resolve("objects")
                        .resolve(Constants.INFO_ALTERNATES));
    return ownStore ? List.of() : borrowed(contents);
  }

  private Optional<ObjectId> firstUnreachedContent(ObjectWalk walk, List<RevObject> contents)
      throws IOException {
    if (contents.isEmpty()) {
      return Optional.empty();
    }
    ObjectReachabilityChecker checker =
        walk.getObjectReader().createObjectReachabilityChecker(walk);
    return checker
        .areAllReachable(contents, starters(walk).map(RevObject.class::cast))
        .map(RevObject::copy);
  }

  private List<RevObject> borrowed(List<RevObject> contents) throws IOException {
    OwnObjects own = new OwnObjects(repository);
    List<RevObject> borrowed = new ArrayList<>();
    for (RevObject object : contents) {
      if (!own.has(object)) {
        borrowed.add(object);
      }
    }
    return borrowed;
  }

  private Stream<RevCommit> starters(RevWalk walk) throws IOException {
    List<RevCommit> starters = new ArrayList<>();
    for (ObjectId tip : tips) {
      RevObject object = findTip(walk, tip);
      RevObject peeled = object == null ? null : walk.peel(object);
      if (peeled instanceof RevCommit commit) {
        starters.add(commit);
      }
    }
    return starters.stream();
  }
}
