package org.packhouse.app.source.commit;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.springframework.stereotype.Component;

/** Opens repositories for REST requests about commits, and finds commits in them. */
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

  /** A repository that the caller may read, open until this is closed. */
  public final class Reading implements AutoCloseable {
    private final Repository repository;
    private final OpenRepository open;

    private Reading(Repository repository, OpenRepository open) {
      this.repository = repository;
      this.open = open;
    }

    /** The repository that is read. */
    public Repository repository() {
      return repository;
    }

    /** Its objects. */
    public OpenRepository open() {
      return open;
    }

    /**
     * The id of the commit that is named.
     *
     * @param at null or empty: the default branch
     * @throws RefusedException if there is none
     */
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
     * A commit and what it is compared with.
     *
     * @param since null or empty: the commit's first parent, or nothing if it has none
     * @param until null or empty: the default branch
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

  /** Opens a repository that the caller may read; to be closed by the caller of this. */
  public Reading open(Repository repository) throws IOException {
    return new Reading(repository, repositories.open(repository.id()));
  }

  /** The same; the objects of another one can be read as well. */
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
