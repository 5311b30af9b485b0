package org.packhouse.app.web.project;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.reviewer.DefaultTask;
import org.packhouse.app.review.reviewer.DefaultTasks;
import org.packhouse.app.review.reviewer.ReviewBranches;
import org.packhouse.app.source.branch.model.RefMatcher;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.NotFoundException;
import org.packhouse.app.web.ResourceView;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Default tasks, which pull requests get when they are opened. */
@Controller
@RequestMapping({"/projects/{key}", "/users/{user}"})
record DefaultTaskPages(DefaultTasks tasks) {

  private static final String PAGE = "/settings/default-tasks";
  private static final SettingsList LIST =
      new SettingsList(PAGE, "project/default-tasks", "pull-request-settings");
  private static final String GONE = "This default task is not there any more.";

  /**
   * The form of a default task; {@code task} is null for a new one. Source and target are the type
   * and the name of a matcher each.
   */
  record TaskForm(
      @Nullable Long task,
      @Nullable String description,
      @Nullable String source,
      @Nullable String sourceName,
      @Nullable String target,
      @Nullable String targetName) {

    static final TaskForm EMPTY = new TaskForm(null, "", "ANY_REF", "", "ANY_REF", "");

    static TaskForm of(DefaultTask task) {
      MatcherFields from = MatcherFields.of(task.branches().source());
      MatcherFields to = MatcherFields.of(task.branches().target());
      return new TaskForm(
          task.id(), task.description(), from.type(), from.name(), to.type(), to.name());
    }

    DefaultTask checked(Resource resource) {
      InvalidFieldException.checkAll(this::text, this::from, this::to);
      return DefaultTask.of(
          task == null ? 0 : task, ReviewBranches.of(resource, from(), to()), text());
    }

    private String text() {
      return DefaultTask.text(description == null ? null : description.replace("\r\n", "\n"));
    }

    private RefMatcher from() {
      return new MatcherFields(source, sourceName).matcher("sourceMatcher");
    }

    private RefMatcher to() {
      return new MatcherFields(target, targetName).matcher("targetMatcher");
    }
  }

  /** A default task; an {@code inherited} one is the project's and cannot be changed here. */
  record Row(long id, String description, String source, String target, boolean inherited) {

    static Row of(DefaultTask task, Resource resource) {
      ReviewBranches branches = task.branches();
      return new Row(
          task.id(),
          task.description(),
          MatcherFields.words(branches.source()),
          MatcherFields.words(branches.target()),
          !branches.isSetOn(resource));
    }
  }

  @GetMapping({PAGE, "/repos/{slug}" + PAGE})
  String show(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      @RequestParam(required = false) @Nullable Long task,
      Model model) {
    List<DefaultTask> all = tasks.list(view.resource());
    TaskForm form =
        all.stream()
            .filter(it -> task != null && it.id() == task)
            .filter(it -> it.branches().isSetOn(view.resource()))
            .findFirst()
            .map(TaskForm::of)
            .orElse(TaskForm.EMPTY);
    return show(view, all, form, model);
  }

  @PostMapping({PAGE, "/repos/{slug}" + PAGE})
  String save(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      TaskForm form,
      Model model,
      FormSubmission submission) {
    Resource resource = view.resource();
    return submission.handle(
        () -> {
          DefaultTask wanted = form.checked(resource);
          if (form.task() == null) {
            tasks.add(resource, wanted);
          } else if (!tasks.change(resource, wanted)) {
            throw new NotFoundException(GONE);
          }
          return submission.saved(view.link() + PAGE, "The default task is saved.");
        },
        () -> show(view, tasks.list(resource), form, model));
  }

  @PostMapping({PAGE + "/{id}/remove", "/repos/{slug}" + PAGE + "/{id}/remove"})
  String remove(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      @PathVariable long id,
      FormSubmission submission) {
    if (!tasks.delete(view.resource(), id)) {
      throw new NotFoundException(GONE);
    }
    return submission.saved(view.link() + PAGE, "The default task is removed.");
  }

  private static String show(ResourceView view, List<DefaultTask> all, TaskForm form, Model model) {
    return LIST.show(
        view, all.stream().map(it -> Row.of(it, view.resource())).toList(), form, model);
  }
}
