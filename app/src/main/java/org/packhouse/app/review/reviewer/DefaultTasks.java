package org.packhouse.app.review.reviewer;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.ScopedSettings;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.source.branch.model.BranchModelInUse;
import org.packhouse.app.source.branch.model.BranchModels;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Keeps default tasks; checks no permission. */
@Service
public class DefaultTasks {

  private static final int MAX_TASKS = 100;

  private final DefaultTaskRows rows;
  private final BranchModels models;
  private final ScopedSettings settings;

  DefaultTasks(DefaultTaskRows rows, BranchModels models, ScopedSettings settings) {
    this.rows = rows;
    this.models = models;
    this.settings = settings;
  }

  /** Returns the repository's and its project's tasks for pull requests between two full refs. */
  public List<DefaultTask> matching(Repository target, String fromRef, String toRef) {
    Supplier<BranchModelInUse> model = models.lazily(target);
    return rows.list(target.id(), target.project().id()).stream()
        .filter(it -> it.branches().match(fromRef, toRef, model))
        .toList();
  }

  /** Returns a project's tasks, or a repository's followed by its project's. */
  public List<DefaultTask> list(Resource resource) {
    return rows.list(SettingScope.of(resource).repositoryId(), resource.project().id());
  }

  /** Adds a task, whatever its id, and returns the id; refused at the maximum. */
  @Transactional
  public long add(Resource resource, DefaultTask wanted) {
    long there = list(resource).stream().filter(it -> it.branches().isSetOn(resource)).count();
    if (there >= MAX_TASKS) {
      throw new ConflictException(
          Conflict.INTEGRITY,
          "A project or repository has at most %d default tasks.".formatted(MAX_TASKS));
    }
    audit(resource);
    return rows.insert(wanted);
  }

  /** Changes a task of just this scope; returns false if there is none. */
  @Transactional
  public boolean change(Resource resource, DefaultTask wanted) {
    return audited(resource, rows.update(wanted));
  }

  /** Deletes a task of just this scope; returns false if there is none. */
  @Transactional
  public boolean delete(Resource resource, long id) {
    return audited(resource, rows.delete(SettingScope.of(resource), id));
  }

  @Transactional
  public void deleteAll(Resource resource) {
    audit(resource);
    rows.deleteAll(SettingScope.of(resource));
  }

  private boolean audited(Resource resource, boolean changed) {
    if (changed) {
      audit(resource);
    }
    return changed;
  }

  private void audit(Resource resource) {
    settings.audit("pull-request.default-tasks-changed", resource, Map.of());
  }
}
