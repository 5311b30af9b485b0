package org.packhouse.app.source.commit;

import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.Thing;

/** Refusal: no branch or tag of the repository reaches such a commit. */
public final class NoSuchCommitException extends NoSuchException {

  private static final long serialVersionUID = 1L;

  public NoSuchCommitException(Repository repository, String commit) {
    super(
        Thing.COMMIT,
        "Commit '%s' does not exist in repository '%s'."
            .formatted(shown(commit), repository.slug()));
  }

  private static String shown(String commit) {
    String quoted = InvalidFieldException.quote(commit);
    return quoted.replaceAll("^\"|\"$", "");
  }
}
