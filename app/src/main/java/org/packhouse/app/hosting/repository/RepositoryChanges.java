package org.packhouse.app.hosting.repository;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.project.Projects;
import org.packhouse.app.identity.permission.PermissionStamp;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.identity.user.Differences;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Lazy;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Renames, moves and archives repositories; asks no permission and moves no file. */
@Service
public class RepositoryChanges {

  private final RepositoryStore store;
  private final Repositories repositories;
  private final RepositoryAliases aliases;
  private final RepositoryRecords records;
  private final Projects projects;
  private final PermissionStamp stamp;
  private final ApplicationEventPublisher events;

  RepositoryChanges(
      @Lazy RepositoryStore store,
      Repositories repositories,
      RepositoryAliases aliases,
      RepositoryRecords records,
      Projects projects,
      PermissionStamp stamp,
      ApplicationEventPublisher events) {
    this.store = store;
    this.repositories = repositories;
    this.aliases = aliases;
    this.records = records;
    this.projects = projects;
    this.stamp = stamp;
    this.events = events;
  }

  /**
   * Changes a repository. Requests for its former place are redirected.
   *
   * @throws RefusedException if it is gone, the place is taken or a value is malformed
   */
  @Transactional
  public Repository update(long repositoryId, RepositoryChange change) {
    RepositoryEntity entity =
        store
            .findByIdAndTrashedAtIsNull(repositoryId)
            .orElseThrow(() -> new NoSuchRepositoryException(repositoryId));
    Repository before = placed(repositoryId);
    Repository wanted = wanted(before, change);
    if (wanted.equals(before)) {
      return before;
    }
    boolean moves = !wanted.path().equals(before.path());
    if (moves) {
      aliases.add(before.project().id(), before.slug(), repositoryId);
      records.takePlace(wanted.project(), wanted.slug(), repositoryId);
    }
    entity.take(wanted);
    flush(wanted);
    stamp.raise();
    String action = moves ? "repository.moved" : "repository.changed";
    events.publishEvent(new AuditableChange(action, before.path(), differences(before, wanted)));
    events.publishEvent(new RepositoryChanged(before, wanted));
    return wanted;
  }

  /** Records the branch that the caller points HEAD at, in the caller's transaction. */
  @Transactional
  public void noteDefaultBranch(long repositoryId, String shortName) {
    RepositoryEntity entity =
        store
            .findByIdAndTrashedAtIsNull(repositoryId)
            .orElseThrow(() -> new NoSuchRepositoryException(repositoryId));
    Repository before = placed(repositoryId);
    String branch = RepositoryRules.defaultBranch(shortName);
    if (branch != null && !branch.equals(before.defaultBranch())) {
      entity.nameDefaultBranch(branch);
      events.publishEvent(
          new AuditableChange(
              "repository.default-branch-changed",
              before.path(),
              Map.of("branch", before.defaultBranch() + " -> " + branch)));
      events.publishEvent(new DefaultBranchChanged(repositoryId));
    }
  }

  /** Reads again: another transaction may have moved the repository to the trash meanwhile. */
  private Repository placed(long repositoryId) {
    return repositories
        .findById(repositoryId)
        .orElseThrow(() -> new NoSuchRepositoryException(repositoryId));
  }

  private void flush(Repository wanted) {
    try {
      store.flush();
    } catch (DataIntegrityViolationException e) {
      throw RepositoryRecords.taken(wanted.project(), wanted.slug());
    }
  }

  private Repository wanted(Repository before, RepositoryChange change) {
    String name = change.name() == null ? before.name() : RepositoryRules.name(change.name());
    boolean sameName = name.equals(before.name());
    return new RepositoryBuilder()
        .id(before.id())
        .project(target(before, change.project()))
        .slug(sameName ? before.slug() : RepositoryRules.slug(name))
        .name(name)
        .description(
            change.description() == null
                ? before.description()
                : RepositoryRules.description(change.description()))
        .hierarchyId(before.hierarchyId())
        .originId(before.originId())
        .forkable(or(change.forkable(), before.forkable()))
        .isPublic(or(change.isPublic(), before.isPublic()))
        .archived(or(change.archived(), before.archived()))
        .state(before.state())
        .defaultBranch(before.defaultBranch())
        .quotaBytes(quota(before, change.quotaBytes()))
        .build();
  }

  private Project target(Repository before, @Nullable Project project) {
    if (project == null || project.id() == before.project().id()) {
      return before.project();
    }
    return projects.findById(project.id()).orElse(before.project());
  }

  private static boolean or(@Nullable Boolean wanted, boolean present) {
    return wanted == null ? present : wanted;
  }

  private static @Nullable Long quota(Repository before, @Nullable Long wanted) {
    if (wanted == null) {
      return before.quotaBytes();
    }
    if (wanted < 0) {
      throw new InvalidFieldException(
          "quotaBytes", "The quota must be 0 (the server's default) or more, not " + wanted + ".");
    }
    return wanted == 0 ? null : wanted;
  }

  private static Map<String, String> differences(Repository before, Repository after) {
    return new Differences()
        .of("place", before.path(), after.path())
        .of("name", before.name(), after.name())
        .of("description", before.description(), after.description())
        .of("public", before.isPublic(), after.isPublic())
        .of("archived", before.archived(), after.archived())
        .of("forkable", before.forkable(), after.forkable())
        .of("quota", before.quotaBytes(), after.quotaBytes())
        .toMap();
  }
}
