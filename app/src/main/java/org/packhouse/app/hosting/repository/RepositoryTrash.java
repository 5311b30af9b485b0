package org.packhouse.app.hosting.repository;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.springframework.context.annotation.Lazy;
import org.springframework.data.domain.Limit;
import org.springframework.stereotype.Service;

/**
 * Deleted repositories that can be restored; asks no permission. Purging marks the row, removes the
 * directory, then the row: a half-removed repository is never restored.
 */
@Service
public class RepositoryTrash {

  private static final int BATCH = 100;

  private final TrashRecords records;
  private final RepositoryStore store;
  private final RepositoryDirectories directories;
  private final RepositorySettings settings;
  private final Clock clock;

  RepositoryTrash(
      TrashRecords records,
      @Lazy RepositoryStore store,
      RepositoryDirectories directories,
      RepositorySettings settings,
      Clock clock) {
    this.records = records;
    this.store = store;
    this.directories = directories;
    this.settings = settings;
    this.clock = clock;
  }

  /** Moves a repository to the trash. Its place is free at once. */
  public void trash(long repositoryId, @Nullable User by) {
    records.trash(repositoryId, by);
  }

  /** Lists the trash, latest first. */
  public Page<TrashedRepository> list(PageRequest page) {
    return Page.ofOneMore(page, store.findTrashed(page.start(), page.oneMore()))
        .map(RepositoryEntity::toTrashed);
  }

  /**
   * Restores a repository.
   *
   * @param into null: its former project
   * @param name null: its former name
   * @throws RefusedException also if it is being purged
   */
  public Repository restore(long repositoryId, @Nullable Project into, @Nullable String name) {
    return records.restore(repositoryId, into, name);
  }

  /** Removes a repository in the trash for good, or leaves it to a later run if the disk fails. */
  public void purge(long repositoryId) {
    records.mark(repositoryId);
    try {
      directories.delete(repositoryId);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot remove the directory of repository " + repositoryId, e);
    }
    records.remove(repositoryId);
  }

  /** Returns the oldest repositories whose retention is over, one batch at most. */
  List<Long> due() {
    return store
        .findByTrashedAtBeforeOrderByTrashedAt(
            clock.instant().minus(settings.trashRetention()), Limit.of(BATCH))
        .stream()
        .map(RepositoryEntity::id)
        .toList();
  }
}
