package org.packhouse.app.testing;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefsMoved;
import org.packhouse.hooks.RepositoryId;

/** Makes events as listeners hear them. */
public final class TestingEvents {

  private static final ObjectId TIP = ObjectId.fromString("1".repeat(40));

  private TestingEvents() {}

  /** The branch main was pushed. */
  public static RefsMoved push(long repositoryId, Actor actor) {
    return push(repositoryId, actor, "main", Instant.EPOCH);
  }

  /** A branch was pushed. */
  public static RefsMoved push(long repositoryId, Actor actor, String branch, Instant when) {
    return new RefsMoved(
        UUID.randomUUID(),
        RefCause.PUSH,
        actor,
        when,
        null,
        new RepositoryId(repositoryId),
        List.of(new RefChange("refs/heads/" + branch, ObjectId.zeroId(), TIP)));
  }
}
