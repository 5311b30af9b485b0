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
 * Deleted repositories that can still be restored; asks no permission.
 *
 * <p>Purging takes three steps, so that a server which dies in between leaves nothing that can be
 * mistaken for a whole repository: the row is marked as not to be restored, the directory goes, the
 * row goes. Whoever empties the trash next takes up what was left.
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

  /**
   * Deletes a repository, to be restored or purged later. Its place is free at once.
   *
   * @throws NoSuchRepositoryException if it is gone
   */
  public void trash(long repositoryId, @Nullable User by) {
    records.trash(repositoryId, by);
  }

  /** What is in the trash, the latest first. */
  public Page<TrashedRepository> list(PageRequest page) {
    return Page.ofOneMore(page, store.findTrashed(page.start(), page.oneMore()))
        .map(RepositoryEntity::toTrashed);
  }

  /**
   * Brings a repository back.
   *
   * @param into the project to restore to; null: the one it was in
   * @param name its name; null: the one it had
   * @throws RefusedException if it is not in the trash, 409 if its place is taken, its project is
   *     gone, or it is being purged
   */
  public Repository restore(long repositoryId, @Nullable Project into, @Nullable String name) {
    return records.restore(repositoryId, into, name);
  }

  /**
   * Removes a repository in the trash for good.
   *
   * @throws RefusedException if it is not in the trash
   * @throws UncheckedIOException if its directory cannot be removed; it stays in the trash, not to
   *     be restored, and is tried again
   */
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

  /** The repositories whose time in the trash is over, the oldest first, a batch at most. */
  List<Long> due() {
    return store
        .findByTrashedAtBeforeOrderByTrashedAt(
            clock.instant().minus(settings.trashRetention()), Limit.of(BATCH))
        .stream()
        .map(RepositoryEntity::id)
        .toList();
  }
}
