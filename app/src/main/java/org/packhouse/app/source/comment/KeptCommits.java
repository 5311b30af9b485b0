package org.packhouse.app.source.comment;

import java.io.IOException;
import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.storage.refs.RefNames;
import org.packhouse.app.storage.refs.move.RefUpdates;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefRequest;
import org.springframework.stereotype.Component;

/**
 * Keeps commented commits from garbage collection when no branch reaches them any more, by hidden
 * refs.
 */
@Component
public class KeptCommits {

  private static final String DIRECTORY = RefNames.HIDDEN + "keep/";

  private final RefUpdates updates;

  KeptCommits(RefUpdates updates) {
    this.updates = updates;
  }

  void keep(long repositoryId, String commit, Caller caller) throws IOException {
    User user = caller.user();
    keep(repositoryId, commit, new Actor(user == null ? null : user.id(), caller.name()));
  }

  /** Keeps a commit; does nothing if it is kept already. */
  public void keep(long repositoryId, String commit, Actor actor) throws IOException {
    RefChange change =
        new RefChange(DIRECTORY + commit, ObjectId.zeroId(), ObjectId.fromString(commit));
    RefRequest request = RefRequest.of(repositoryId, actor, RefCause.KEEP, List.of(change));
    String problem = updates.apply(RefUpdates.Update.all(request), null).getFirst().problem();
    if (problem != null && !problem.equals(RefUpdates.EXISTS)) {
      throw new ConflictException(
          Conflict.INTEGRITY, "The commit cannot be kept: %s.".formatted(problem));
    }
  }
}
