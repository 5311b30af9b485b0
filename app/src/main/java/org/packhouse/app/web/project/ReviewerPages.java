package org.packhouse.app.web.project;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.reviewer.DefaultReviewers;
import org.packhouse.app.review.reviewer.ReviewCondition;
import org.packhouse.app.review.reviewer.ReviewerGroup;
import org.packhouse.app.review.reviewer.ReviewerGroups;
import org.packhouse.app.review.reviewer.ReviewerNames;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.NotFoundException;
import org.packhouse.app.web.ProjectView;
import org.packhouse.app.web.ResourceView;
import org.packhouse.app.web.project.ReviewerForms.ConditionForm;
import org.packhouse.app.web.project.ReviewerForms.ConditionRow;
import org.packhouse.app.web.project.ReviewerForms.GroupForm;
import org.packhouse.app.web.project.ReviewerForms.GroupRow;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The default reviewers and reviewer groups of a project or repository. */
@Controller
@RequestMapping({"/projects/{key}", "/users/{user}"})
record ReviewerPages(DefaultReviewers reviewers, ReviewerGroups groups, ReviewerNames names) {

  private static final String PAGE = "/settings/reviewers";
  private static final String CONDITIONS = PAGE + "/default";
  private static final String GROUPS = PAGE + "/groups";

  @GetMapping({PAGE, "/repos/{slug}" + PAGE})
  String show(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      @RequestParam(required = false) @Nullable Long group,
      Model model) {
    return show(view, ConditionForm.EMPTY, group, null, model);
  }

  @PostMapping({CONDITIONS, "/repos/{slug}" + CONDITIONS})
  String add(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      ConditionForm form,
      Model model,
      FormSubmission submission) {
    return submission.handle(
        () -> {
          InvalidFieldException.checkAll(form::from, form::to, form::approvals, () -> people(form));
          reviewers.add(view.resource(), form.from(), form.to(), form.approvals(), people(form));
          return submission.saved(view.link() + PAGE, "The default reviewers are added.");
        },
        () -> show(view, form, null, null, model));
  }

  private List<Long> people(ConditionForm form) {
    return names.named("reviewers", Forms.names(form.reviewers()));
  }

  @PostMapping({CONDITIONS + "/{id}/remove", "/repos/{slug}" + CONDITIONS + "/{id}/remove"})
  String remove(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      @PathVariable long id,
      FormSubmission submission) {
    if (!reviewers.delete(view.resource(), id)) {
      throw new NotFoundException("These default reviewers are not there any more.");
    }
    return submission.saved(view.link() + PAGE, "The default reviewers are removed.");
  }

  @PostMapping({GROUPS, "/repos/{slug}" + GROUPS})
  String save(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      GroupForm form,
      Model model,
      FormSubmission submission) {
    return submission.handle(
        () -> {
          Resource resource = view.resource();
          List<Long> members = names.named("users", Forms.names(form.users()));
          String name = form.name() == null ? "" : form.name();
          if (form.group() == null) {
            groups.add(resource, name, form.description(), members);
          } else {
            groups.change(resource, form.group(), name, form.description(), members);
          }
          return submission.saved(view.link() + PAGE, "The reviewer group is saved.");
        },
        () -> show(view, ConditionForm.EMPTY, null, form, model));
  }

  @PostMapping({GROUPS + "/{id}/remove", "/repos/{slug}" + GROUPS + "/{id}/remove"})
  String removeGroup(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      @PathVariable long id,
      FormSubmission submission) {
    groups.delete(view.resource(), id);
    return submission.saved(view.link() + PAGE, "The reviewer group is removed.");
  }

  private String show(
      ResourceView view,
      ConditionForm condition,
      @Nullable Long changed,
      @Nullable GroupForm typed,
      Model model) {
    List<ReviewCondition> conditions = reviewers.list(view.resource());
    List<ReviewerGroup> all =
        groups.list(view.resource(), new PageRequest(0, 2 * ReviewerGroups.MAX_GROUPS));
    Map<Long, User> people =
        names.of(
            Stream.concat(
                    conditions.stream().map(ReviewCondition::userIds),
                    all.stream().map(ReviewerGroup::userIds))
                .toList());
    GroupForm present =
        all.stream()
            .filter(group -> changed != null && group.id() == changed)
            .filter(group -> group.scope().isOf(view.resource()))
            .map(group -> GroupForm.of(group, userNames(group.userIds(), people)))
            .findFirst()
            .orElse(GroupForm.EMPTY);
    model.addAttribute("conditions", rows(view, conditions, people));
    model.addAttribute(
        "groups",
        all.stream()
            .map(group ->
                new GroupRow(
                    group, shown(group.userIds(), people), !group.scope().isOf(view.resource())))
            .toList());
    model.addAttribute("condition", condition);
    model.addAttribute("group", typed == null ? present : typed);
    model.addAttribute("tab", view instanceof ProjectView ? "pull-request-settings" : "settings");
    model.addAttribute("url", view.link() + PAGE);
    return "project/reviewers";
  }

  private static List<ConditionRow> rows(
      ResourceView view, List<ReviewCondition> conditions, Map<Long, User> people) {
    return conditions.stream()
        .map(it ->
            new ConditionRow(
                it.id(),
                MatcherFields.words(it.branches().source()),
                MatcherFields.words(it.branches().target()),
                shown(it.userIds(), people),
                it.requiredApprovals(),
                !it.branches().isSetOn(view.resource())))
        .toList();
  }

  private static List<String> shown(List<Long> ids, Map<Long, User> people) {
    return present(ids, people).map(User::displayName).toList();
  }

  private static List<String> userNames(List<Long> ids, Map<Long, User> people) {
    return present(ids, people).map(User::name).toList();
  }

  private static Stream<User> present(List<Long> ids, Map<Long, User> people) {
    return ids.stream().map(people::get).filter(Objects::nonNull);
  }
}
