package org.packhouse.app.source.branch;

import java.io.IOException;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.source.commit.Revisions;
import org.packhouse.app.storage.content.OpenRepository;
import org.springframework.stereotype.Component;

/** Resolves start points of branches and tags, and the base that branches are compared with. */
@Component
public class StartPoints {

  private final Revisions revisions;

  StartPoints(Revisions revisions) {
    this.revisions = revisions;
  }

  /** Resolves a branch, a tag, or a commit that a branch or tag reaches. */
  ObjectId find(Repository repository, OpenRepository open, @Nullable String startPoint)
      throws IOException {
    if (startPoint == null || startPoint.isEmpty()) {
      throw new InvalidFieldException(
          "startPoint", "The branch or commit to start at is required.");
    }
    return revisions
        .resolve(open, startPoint)
        .map(revision -> ObjectId.fromString(revision.commit()))
        .orElseThrow(() -> noSuchCommit(repository, startPoint));
  }

  /** Resolves the base for branches, by default the default branch; null if that has no commit. */
  public @Nullable Revision base(Repository repository, OpenRepository open, @Nullable String name)
      throws IOException {
    Revision base = revisions.resolve(open, name).orElse(null);
    if (base == null && name != null && !name.isEmpty()) {
      throw noSuchCommit(repository, name);
    }
    return base;
  }

  static RefusedException noSuchCommit(Repository repository, String commit) {
    return new NoSuchException(
        Thing.COMMIT,
        "Commit %s does not exist in repository %s."
            .formatted(InvalidFieldException.quote(commit), repository.path()));
  }
}
