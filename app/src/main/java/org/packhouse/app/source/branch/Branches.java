package org.packhouse.app.source.branch;

import java.io.IOException;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.objects.Quarantine;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.Refs;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;
import org.springframework.stereotype.Service;

/** Creates and deletes branches; checks no permission. */
@Service
public class Branches {

  private static final int MAX_PROPOSALS = 100;

  private final Refs refs;
  private final OpenRepositories repositories;
  private final StartPoints startPoints;
  private final RefMoves moves;

  Branches(Refs refs, OpenRepositories repositories, StartPoints startPoints, RefMoves moves) {
    this.refs = refs;
    this.repositories = repositories;
    this.startPoints = startPoints;
    this.moves = moves;
  }

  /** Creates a branch; {@code startPoint} is a branch, a tag, or a commit that these reach. */
  public RefSnapshot.Entry create(
      Repository repository, @Nullable String name, @Nullable String startPoint, Caller caller)
      throws IOException {
    String refName = RefMoves.newName(RefKind.BRANCH, name);
    RefMoves.refuseArchived(repository);
    ObjectId start;
    try (OpenRepository open = repositories.open(repository.id())) {
      RefMoves.refuseTaken(repository, open.refs(), RefKind.BRANCH, refName, false);
      start = startPoints.find(repository, open, startPoint);
    }
    RefChange change = new RefChange(refName, ObjectId.zeroId(), start);
    moves.make(repository, RefKind.BRANCH, change, caller, null);
    return new RefSnapshot.Entry(refName, start, null);
  }

  /**
   * Checks the name of a new branch.
   *
   * @param name short or full
   * @return the full name
   * @throws InvalidFieldException for the field {@code name}, if the name is invalid, taken, or
   *     conflicts with another branch as a directory
   */
  public String newName(Repository repository, @Nullable String name) throws IOException {
    String refName = RefMoves.newName(RefKind.BRANCH, name);
    RefMoves.refuseArchived(repository);
    try {
      RefMoves.refuseTaken(
          repository, refs.snapshot(repository.id()), RefKind.BRANCH, refName, false);
    } catch (RefusedException e) {
      throw RefMoves.ofName(e);
    }
    return refName;
  }

  /**
   * Returns the first free name of {@code wanted}, {@code wanted-2} and so on, or {@code wanted}.
   */
  public String freeName(Repository repository, String wanted) throws IOException {
    RefSnapshot snapshot = refs.snapshot(repository.id());
    for (int i = 1; i <= MAX_PROPOSALS; i++) {
      String name = i == 1 ? wanted : wanted + "-" + i;
      if (RefMoves.isFree(snapshot, RefKind.BRANCH, RefKind.BRANCH.fullName(name))) {
        return name;
      }
    }
    return wanted;
  }

  /**
   * Creates a branch at a new commit.
   *
   * @throws InvalidFieldException for the field {@code name}, if the branch has been created
   *     meanwhile
   */
  public void create(
      Repository repository, String refName, ObjectId tip, Quarantine quarantine, Caller caller)
      throws IOException {
    RefChange change = new RefChange(refName, ObjectId.zeroId(), tip);
    try {
      moves.make(repository, RefKind.BRANCH, change, caller, quarantine);
    } catch (RefusedException e) {
      throw RefMoves.ofName(e);
    }
  }

  /**
   * Deletes a branch that is at {@code endPoint}, or anywhere if null; {@code dryRun} only checks.
   */
  public void delete(
      Repository repository,
      @Nullable String name,
      @Nullable String endPoint,
      boolean dryRun,
      Caller caller)
      throws IOException {
    if (name == null || name.isEmpty()) {
      throw new InvalidFieldException("name", "The name of the branch to delete is required.");
    }
    RefSnapshot before = refs.snapshot(repository.id());
    RefSnapshot.Entry branch = before.find(RefKind.BRANCH.fullName(name)).orElse(null);
    RefMoves.refuseArchived(repository);
    if (branch == null) {
      return;
    }
    if (branch.name().equals(before.headTarget())) {
      throw new ConflictException(
          Conflict.INTEGRITY,
          "The branch %s is the default branch of the repository and cannot be deleted."
              .formatted(InvalidFieldException.quote(name)));
    }
    if (endPoint != null && !endPoint.isEmpty() && !branch.id().name().equals(endPoint)) {
      throw new ConflictException(
          Conflict.INTEGRITY,
          "The branch %s is at %s, not at %s."
              .formatted(
                  InvalidFieldException.quote(name),
                  branch.id().name(),
                  InvalidFieldException.quote(endPoint)));
    }
    if (!dryRun) {
      RefChange change = new RefChange(branch.name(), branch.id(), ObjectId.zeroId());
      moves.move(repository, change, RefCause.DELETE_BRANCH, caller, null);
    }
  }

  static RefSnapshot.Entry find(Repository repository, RefSnapshot refs, String name) {
    return refs.find(RefKind.BRANCH.fullName(name))
        .orElseThrow(() ->
            new NoSuchException(
                Thing.BRANCH,
                "Branch %s does not exist in repository %s."
                    .formatted(InvalidFieldException.quote(name), repository.path())));
  }
}
