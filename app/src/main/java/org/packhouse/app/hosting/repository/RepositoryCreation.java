package org.packhouse.app.hosting.repository;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.springframework.stereotype.Service;

/**
 * Makes repositories; asks no permission. The rows come first, then the directory, then the state
 * {@link RepositoryState#AVAILABLE}: a server that dies in between leaves a row that {@link
 * UnfinishedRepositories} finishes, never a directory that nobody knows of.
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

  /** The work of a thread on a repository that is being made. */
  @FunctionalInterface
  public interface Work extends AutoCloseable {
    /** Ends it. */
    @Override
    void close();
  }

  /**
   * Makes an empty repository. Requests for another one that was at its place find this one from
   * now on.
   *
   * @param administrator is granted {@code REPO_ADMIN} on it; null: nobody is
   * @return the repository, available
   * @throws InvalidFieldException if name, description or default branch break a rule
   * @throws RefusedException if the place is taken
   * @throws UncheckedIOException if the directory cannot be made
   */
  public Repository create(Project project, NewRepository wanted, @Nullable User administrator) {
    return finish(begin(project, wanted, null, administrator));
  }

  /**
   * Begins a repository that its caller fills: it stays {@link RepositoryState#INITIALISING} until
   * {@link #become} is called. If the server dies in between, a {@link RepositoryFilling} has to
   * know it.
   *
   * @param origin the repository that this one is a fork of; null: of none
   * @param administrator is granted {@code REPO_ADMIN} on it; null: nobody is
   * @throws InvalidFieldException if name, description or default branch break a rule
   * @throws RefusedException if the place is taken
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

  /** Says that the caller is filling what {@link #begin} began, until that is closed. */
  public Work startWork(long repositoryId) {
    return claims.startWork(repositoryId);
  }

  /** Ends what {@link #begin} began, or begins it once more. */
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

  /** Notes that nobody will fill a repository any more; nothing happens if it is gone. */
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
