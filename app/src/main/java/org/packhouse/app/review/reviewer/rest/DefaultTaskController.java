package org.packhouse.app.review.reviewer.rest;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.rest.ScopeView;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.review.reviewer.DefaultTask;
import org.packhouse.app.review.reviewer.DefaultTasks;
import org.packhouse.app.review.reviewer.ReviewBranches;
import org.packhouse.app.source.branch.model.rest.RefMatcherBody;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: default tasks of projects and repositories. */
@RestController
class DefaultTaskController {

  private static final String PROJECT =
      "/rest/default-tasks/{version:1\\.0|latest}/projects/{projectKey}";
  private static final String OF_PROJECT = PROJECT + "/tasks";
  private static final String OF_REPOSITORY = PROJECT + "/repos/{repositorySlug}/tasks";

  private final DefaultTasks tasks;

  DefaultTaskController(DefaultTasks tasks) {
    this.tasks = tasks;
  }

  record TaskBody(
      @Nullable String description,
      @Nullable RefMatcherBody sourceMatcher,
      @Nullable RefMatcherBody targetMatcher) {

    DefaultTask checked(Resource resource, long id) {
      return DefaultTask.of(
          id,
          ReviewBranches.of(
              resource,
              RefMatcherBody.require("sourceMatcher", sourceMatcher),
              RefMatcherBody.require("targetMatcher", targetMatcher)),
          description);
    }
  }

  record TaskView(
      long id,
      String description,
      ScopeView scope,
      RefMatcherBody sourceMatcher,
      RefMatcherBody targetMatcher) {

    static TaskView of(DefaultTask task) {
      return new TaskView(
          task.id(),
          task.description(),
          ScopeView.of(task.branches().scope()),
          RefMatcherBody.of(task.branches().source()),
          RefMatcherBody.of(task.branches().target()));
    }
  }

  @GetMapping({OF_PROJECT, OF_REPOSITORY})
  Page<TaskView> list(
      @Requires({Permission.PROJECT_READ, Permission.REPO_READ}) Resource resource,
      PageRequest page) {
    return Page.ofAll(page, tasks.list(resource)).map(TaskView::of);
  }

  @PostMapping({OF_PROJECT, OF_REPOSITORY})
  TaskView add(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @RequestBody TaskBody body) {
    return view(resource, tasks.add(resource, body.checked(resource, 0)));
  }

  @PutMapping({OF_PROJECT + "/{taskId}", OF_REPOSITORY + "/{taskId}"})
  TaskView change(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable long taskId,
      @RequestBody TaskBody body) {
    if (!tasks.change(resource, body.checked(resource, taskId))) {
      throw notFound(taskId);
    }
    return view(resource, taskId);
  }

  @DeleteMapping({OF_PROJECT + "/{taskId}", OF_REPOSITORY + "/{taskId}"})
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable long taskId) {
    if (!tasks.delete(resource, taskId)) {
      throw notFound(taskId);
    }
  }

  @DeleteMapping({OF_PROJECT, OF_REPOSITORY})
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void deleteAll(@Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource) {
    tasks.deleteAll(resource);
  }

  private TaskView view(Resource resource, long id) {
    return tasks.list(resource).stream()
        .filter(it -> it.id() == id)
        .findFirst()
        .map(TaskView::of)
        .orElseThrow(() -> notFound(id));
  }

  private static RefusedException notFound(long id) {
    return new NoSuchException(
        Thing.ENTITY, "There is no default task with the id %d.".formatted(id));
  }
}
