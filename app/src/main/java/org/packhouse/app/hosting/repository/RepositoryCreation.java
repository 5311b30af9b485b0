package org.packhouse.app.hosting.repository;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.springframework.stereotype.Service;

/**
 * Creates repositories: the row first, then the directory, then the state AVAILABLE. {@link
 * UnfinishedRepositories} finishes what a dead node left behind. No permission check.
 */
@Service
public class RepositoryCreation {

  private static final int HIERARCHY_BYTES = 10;

  private final RepositoryRecords records;
  private final RepositoryDirectories directories;
  private final InitialBranches initialBranches;
  private final CreationClaims claims;
  private final SecureRandom random = new SecureRandom();

  RepositoryCreation(
      RepositoryRecords records,
      RepositoryDirectories directories,
      InitialBranches initialBranches,
      CreationClaims claims) {
    this.claims = claims;
    this.records = records;
    this.directories = directories;
    this.initialBranches = initialBranches;
  }

  /** A thread's work on a repository in creation; closing it ends it. */
  @FunctionalInterface
  public interface Work extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Creates an empty repository, whose place is an alias of another one no longer.
   *
   * @param administrator is granted {@code REPO_ADMIN} on it; null: nobody is
   */
  public Repository create(Project project, NewRepository wanted, @Nullable User administrator) {
    return finish(begin(project, wanted, null, administrator));
  }

  /**
   * Inserts a repository that the caller fills. A {@link RepositoryFilling} resumes it if this node
   * dies before {@link #become} is called.
   *
   * @param origin the origin of a fork; null: none
   * @param administrator is granted {@code REPO_ADMIN} on it; null: nobody is
   */
  public Repository begin(
      Project project,
      NewRepository wanted,
      @Nullable Repository origin,
      @Nullable User administrator) {
    RepositoryEntity.Network network =
        origin == null
            ? new RepositoryEntity.Network(newHierarchyId(), null)
            : new RepositoryEntity.Network(origin.hierarchyId(), origin.id());
    return records.insert(project, wanted, network, administrator);
  }

  /** Keeps others from resuming the repository until the returned work is closed. */
  public Work startWork(long repositoryId) {
    return claims.startWork(repositoryId);
  }

  public Repository become(Repository repository, RepositoryState state) {
    become(repository.id(), state);
    return repository.with(state);
  }

  private void become(long repositoryId, RepositoryState state) {
    if (state == RepositoryState.INITIALISING) {
      claims.claim(repositoryId);
    }
    records.become(repositoryId, state);
    if (state != RepositoryState.INITIALISING) {
      claims.release(repositoryId);
    }
  }

  /** Marks a repository that will never be filled as failed, if it still exists. */
  public void fail(long repositoryId) {
    become(repositoryId, RepositoryState.INITIALISATION_FAILED);
  }

  private String newHierarchyId() {
    byte[] hierarchy = new byte[HIERARCHY_BYTES];
    random.nextBytes(hierarchy);
    return HexFormat.of().formatHex(hierarchy);
  }

  Repository finish(Repository repository) {
    String head = repository.defaultBranch();
    try (Work _ = startWork(repository.id())) {
      directories.create(
          repository.id(), head == null ? initialBranches.of(repository.project()) : head);
    } catch (IOException e) {
      become(repository.id(), RepositoryState.INITIALISATION_FAILED);
      throw new UncheckedIOException("Cannot make the directory of " + repository.path(), e);
    }
    return become(repository, RepositoryState.AVAILABLE);
  }
}
