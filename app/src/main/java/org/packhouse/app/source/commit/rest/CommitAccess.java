package org.packhouse.app.source.commit.rest;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.source.commit.NoSuchCommitException;
import org.packhouse.app.source.commit.Revisions;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.springframework.stereotype.Component;

/** Opens repositories for REST requests about commits, and resolves revisions in them. */
@Component
public class CommitAccess {

  private final OpenRepositories repositories;
  private final Revisions revisions;
  private final CommitLog log;

  CommitAccess(OpenRepositories repositories, Revisions revisions, CommitLog log) {
    this.repositories = repositories;
    this.revisions = revisions;
    this.log = log;
  }

  public final class Reading implements AutoCloseable {
    private final Repository repository;
    private final OpenRepository open;

    private Reading(Repository repository, OpenRepository open) {
      this.repository = repository;
      this.open = open;
    }

    public Repository repository() {
      return repository;
    }

    public OpenRepository open() {
      return open;
    }

    /** Resolves a revision, by default the default branch. */
    public String find(@Nullable String at) throws IOException {
      var revision = revisions.resolve(open, at);
      if (revision.isPresent()) {
        return revision.get().commit();
      }
      throw at == null || at.isEmpty()
          ? noDefaultBranch(repository, open)
          : new NoSuchCommitException(repository, at);
    }

    /**
     * Resolves a range, by default the default branch against its first parent or the empty tree.
     */
    public CommitRange range(@Nullable String since, @Nullable String until) throws IOException {
      String commit = find(until);
      return since == null || since.isEmpty()
          ? CommitRange.of(log.read(open, commit))
          : new CommitRange(find(since), commit);
    }

    @Override
    public void close() {
      open.close();
    }
  }

  public Reading open(Repository repository) throws IOException {
    return new Reading(repository, repositories.open(repository.id()));
  }

  /** Opens a repository together with the objects of another, to compare across forks. */
  public Reading openTogether(Repository repository, Repository other) throws IOException {
    return new Reading(repository, repositories.open(repository.id(), other.id()));
  }

  private static RefusedException noDefaultBranch(Repository repository, OpenRepository open) {
    return new NoSuchException(
        Thing.DEFAULT_BRANCH,
        "Repository %s has no default branch: %s has no commit."
            .formatted(repository.path(), open.refs().headTarget()));
  }
}
