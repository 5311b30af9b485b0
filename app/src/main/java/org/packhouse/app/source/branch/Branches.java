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

/** Makes and deletes branches; asks no permission. */
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

  /**
   * Makes a branch.
   *
   * @param name short or full
   * @param startPoint a branch, a tag, or a commit that a branch or tag reaches
   * @return the branch
   * @throws InvalidFieldException if the name breaks git's rules or a value lacks
   * @throws RefusedException if there is no such start, 400 if the name is taken, 409 if it stands
   *     in the way of another one, or the repository is archived
   */
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
   * The full name of a branch to be made.
   *
   * @param name short or full
   * @throws InvalidFieldException if the name breaks git's rules, is taken, or another branch
   *     stands in its way; its field is {@code name}
   * @throws RefusedException if the repository is archived
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
   * The first of {@code wanted}, {@code wanted-2}, {@code wanted-3} and so on that could be made.
   *
   * @param wanted short name
   * @return {@code wanted} itself if none of the first {@value #MAX_PROPOSALS} could
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
   * Makes a branch at a new commit.
   *
   * @param refName full name, as {@link #newName} returns it
   * @param quarantine where the commit waits
   * @throws InvalidFieldException if somebody else has made it meanwhile; its field is {@code name}
   * @throws org.packhouse.app.storage.refs.move.RefUpdateRefusedException if a check refuses it
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
   * Deletes a branch, unless it is the default one; one that is not there is deleted already.
   *
   * @param name short or full
   * @param endPoint the commit that it must point to; null: any
   * @param dryRun only says whether it could be done
   * @throws RefusedException if it is the default one, points elsewhere, or the repository is
   *     archived
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
