package org.packhouse.app.review.build;

import java.io.IOException;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.source.commit.NoSuchCommitException;
import org.packhouse.app.source.commit.Revisions;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.springframework.stereotype.Component;

/** Resolves the commits that programs report on. */
@Component
public class ReportedCommits {

  private final OpenRepositories repositories;
  private final Revisions revisions;

  ReportedCommits(OpenRepositories repositories, Revisions revisions) {
    this.repositories = repositories;
    this.revisions = revisions;
  }

  /**
   * Returns the full id of a commit that a branch, a tag or a pull request reaches.
   *
   * @throws NoSuchCommitException if none does
   */
  public String require(Repository repository, String commitId) throws IOException {
    String commit = ReportFields.commit(commitId);
    try (OpenRepository open = repositories.open(repository.id())) {
      if (revisions.resolve(open, commit).isEmpty()) {
        throw new NoSuchCommitException(repository, commitId);
      }
      return commit;
    }
  }
}
