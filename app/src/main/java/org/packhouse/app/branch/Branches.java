package org.packhouse.app.branch;

import java.io.IOException;
import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.objects.BranchNames;
import org.packhouse.app.objects.RepositoryFolders;
import org.packhouse.app.permission.Caller;
import org.packhouse.app.refs.RefSnapshot;
import org.packhouse.app.refs.RefUpdates;
import org.packhouse.app.refs.Refs;
import org.packhouse.app.rest.ExceptionName;
import org.packhouse.app.rest.InvalidFieldException;
import org.packhouse.app.rest.RestException;
import org.packhouse.app.user.User;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefChange;
import org.springframework.stereotype.Service;

/** Makes and deletes branches; asks no permission. */
@Service
class Branches {

  private final Refs refs;
  private final RefUpdates updates;
  private final RepositoryFolders folders;

  Branches(Refs refs, RefUpdates updates, RepositoryFolders folders) {
    this.refs = refs;
    this.updates = updates;
    this.folders = folders;
  }

  static Actor actor(Caller caller) {
    User user = caller.user();
    return new Actor(user == null ? null : user.id(), caller.name());
  }

  BranchView create(
      org.packhouse.app.repository.Repository repository,
      @Nullable String name,
      @Nullable String startPoint,
      Caller caller)
      throws IOException {
    if (name == null || !BranchNames.isValid(shortName(name))) {
      throw new InvalidFieldException(
          "name",
          (name == null ? "A branch needs a name" : InvalidFieldException.quote(name))
              + (name == null ? "." : " is not a branch name: see git check-ref-format."));
    }
    String refName = BranchView.fullName(name);
    RefSnapshot before = refs.snapshot(repository.id());
    if (before.find(refName).isPresent()) {
      throw duplicate(repository, refName);
    }
    ObjectId start = resolve(repository, before, startPoint);
    move(repository, new RefChange(refName, ObjectId.zeroId(), start), "create-branch", caller);
    return new BranchView(
        refName,
        shortName(refName),
        "BRANCH",
        start.name(),
        start.name(),
        refName.equals(before.headTarget()));
  }

  /**
   * Deletes a branch, unless it is the default one.
   *
   * @param endPoint the commit that it must point to; null: any
   * @param dryRun only says whether it could be done
   */
  void delete(
      org.packhouse.app.repository.Repository repository,
      @Nullable String name,
      @Nullable String endPoint,
      boolean dryRun,
      Caller caller)
      throws IOException {
    if (name == null) {
      throw new InvalidFieldException("name", "The name of the branch to delete is required.");
    }
    RefSnapshot before = refs.snapshot(repository.id());
    RefSnapshot.Entry branch =
        before.find(BranchView.fullName(name)).orElseThrow(() -> noSuchBranch(repository, name));
    if (branch.name().equals(before.headTarget())) {
      throw new RestException(
          409, ExceptionName.INTEGRITY, "The default branch of a repository cannot be deleted.");
    }
    if (endPoint != null && !branch.id().name().equals(endPoint)) {
      throw new RestException(
          409,
          ExceptionName.INTEGRITY,
          "The branch %s is at %s, not at %s."
              .formatted(name, branch.id().name(), InvalidFieldException.quote(endPoint)));
    }
    if (!dryRun) {
      move(
          repository,
          new RefChange(branch.name(), branch.id(), ObjectId.zeroId()),
          "delete-branch",
          caller);
    }
  }

  static RestException noSuchBranch(
      org.packhouse.app.repository.Repository repository, String name) {
    return new RestException(
        404,
        ExceptionName.NO_SUCH_BRANCH,
        "Branch %s does not exist in repository %s."
            .formatted(InvalidFieldException.quote(name), repository.path()));
  }

  private void move(
      org.packhouse.app.repository.Repository repository,
      RefChange change,
      String cause,
      Caller caller)
      throws IOException {
    RefUpdates.Update update =
        new RefUpdates.Update(
            repository.id(),
            actor(caller),
            cause,
            List.of(change),
            true,
            RefUpdates.InTransaction.NOTHING);
    String problem = updates.apply(update, null).getFirst().problem();
    if (problem != null) {
      throw new RestException(
          409,
          ExceptionName.INTEGRITY,
          "The branch %s was not moved: %s.".formatted(shortName(change.refName()), problem));
    }
  }

  private ObjectId resolve(
      org.packhouse.app.repository.Repository repository,
      RefSnapshot snapshot,
      @Nullable String startPoint)
      throws IOException {
    if (startPoint == null || startPoint.isEmpty()) {
      throw new InvalidFieldException(
          "startPoint", "The branch or commit to start at is required.");
    }
    for (String prefix : List.of("", BranchView.HEADS, TagView.TAGS)) {
      var ref = snapshot.find(prefix + startPoint);
      if (ref.isPresent()) {
        ObjectId peeled = ref.get().peeled();
        return peeled == null ? ref.get().id() : peeled;
      }
    }
    ObjectId commit =
        ObjectId.isId(startPoint) ? reachable(repository, snapshot, startPoint) : null;
    if (commit == null) {
      throw new RestException(
          404,
          ExceptionName.NO_SUCH_COMMIT,
          "Commit %s does not exist in repository %s."
              .formatted(InvalidFieldException.quote(startPoint), repository.path()));
    }
    return commit;
  }

  /** A commit that lies in the store and is reachable from no ref is nobody's to bring back. */
  private @Nullable ObjectId reachable(
      org.packhouse.app.repository.Repository repository, RefSnapshot snapshot, String hash)
      throws IOException {
    try (Repository git = folders.open(repository.id());
        RevWalk walk = new RevWalk(git)) {
      if (!git.getObjectDatabase().has(ObjectId.fromString(hash))) {
        return null;
      }
      RevCommit commit = walk.lookupCommit(ObjectId.fromString(hash));
      for (RefSnapshot.Entry ref : snapshot.refs()) {
        ObjectId tip = ref.peeled() == null ? ref.id() : ref.peeled();
        if (walk.parseAny(tip) instanceof RevCommit head && walk.isMergedInto(commit, head)) {
          return commit;
        }
      }
      return null;
    }
  }

  private static RestException duplicate(
      org.packhouse.app.repository.Repository repository, String refName) {
    return new RestException(
        409,
        ExceptionName.DUPLICATE_REF,
        "Branch '%s' already exists in repository '%s'"
            .formatted(shortName(refName), repository.slug()));
  }

  private static String shortName(String name) {
    return name.startsWith(BranchView.HEADS) ? name.substring(BranchView.HEADS.length()) : name;
  }
}
