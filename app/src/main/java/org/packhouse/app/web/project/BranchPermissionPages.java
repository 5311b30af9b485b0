package org.packhouse.app.web.project;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.Group;
import org.packhouse.app.identity.user.Groups;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.branch.model.RefMatcher;
import org.packhouse.app.source.branchpermission.BranchPermission;
import org.packhouse.app.source.branchpermission.BranchPermission.Exempt;
import org.packhouse.app.source.branchpermission.BranchPermissions;
import org.packhouse.app.source.branchpermission.BranchPermissions.Draft;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.ResourceView;
import org.packhouse.hooks.RefRestriction;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;

/** Branch permissions of a project or repository. */
@Controller
@RequestMapping({"/projects/{key}", "/users/{user}"})
record BranchPermissionPages(BranchPermissions permissions, Users users, Groups groups) {

  private static final String PAGE = "/settings/branch-permissions";
  private static final SettingsList LIST =
      new SettingsList(PAGE, "project/branch-permissions", "branch-permissions");

  /**
   * The form. Commas or spaces separate the exempt users, commas or line breaks the exempt groups.
   */
  record Form(
      @Nullable String matcher,
      @Nullable String name,
      @Nullable String type,
      @Nullable String users,
      @Nullable String groups) {
    static final Form EMPTY = new Form("BRANCH", null, null, null, null);
  }

  record Choice(String id, String word) {
    static final List<Choice> ALL =
        Arrays.stream(RefRestriction.values()).map(it -> new Choice(it.id(), word(it))).toList();

    static String word(RefRestriction type) {
      return switch (type) {
        case READ_ONLY -> "Prevent all changes";
        case NO_DELETES -> "Prevent deletion";
        case FAST_FORWARD_ONLY -> "Prevent rewriting history";
        case PULL_REQUEST_ONLY -> "Prevent changes without a pull request";
        case NO_CREATES -> "Prevent creation";
      };
    }
  }

  /**
   * A permission of the list; an {@code inherited} one is the project's and cannot be removed here.
   */
  record Row(
      long id, String refs, String kind, String word, List<String> exempt, boolean inherited) {}

  @GetMapping({PAGE, "/repos/{slug}" + PAGE})
  String list(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view, Model model) {
    return show(view, Form.EMPTY, model);
  }

  @PostMapping({PAGE, "/repos/{slug}" + PAGE})
  String add(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      Form form,
      Model model,
      FormSubmission submission) {
    return submission.handle(
        () -> {
          permissions.set(view.resource(), List.of(wanted(form)));
          return submission.saved(view.link() + PAGE, "The branch permission is set.");
        },
        () -> show(view, form, model));
  }

  @PostMapping({PAGE + "/{id}/remove", "/repos/{slug}" + PAGE + "/{id}/remove"})
  String remove(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      @PathVariable long id,
      FormSubmission submission) {
    permissions.remove(view.resource(), id);
    return submission.saved(view.link() + PAGE, "The branch permission is removed.");
  }

  private Draft wanted(Form form) {
    RefRestriction type =
        RefRestriction.of(form.type() == null ? "" : form.type())
            .orElseThrow(() -> new InvalidFieldException("type", "Choose what is prevented."));
    Set<Long> exemptUsers = new HashSet<>();
    for (String name : Forms.words(form.users())) {
      exemptUsers.add(
          users.findByName(name).map(User::id).orElseThrow(() -> unknown("users", "user", name)));
    }
    Set<Long> exemptGroups = new HashSet<>();
    for (String name : Forms.names(form.groups())) {
      exemptGroups.add(
          groups
              .findByName(name)
              .map(Group::id)
              .orElseThrow(() -> unknown("groups", "group", name)));
    }
    return new Draft(
        null,
        RefMatcher.of("matcher", form.matcher(), form.name() == null ? "" : form.name()),
        type,
        new Exempt(exemptUsers, exemptGroups, Set.of()));
  }

  private static InvalidFieldException unknown(String field, String kind, String name) {
    return new InvalidFieldException(
        field, "There is no %s named %s.".formatted(kind, InvalidFieldException.quote(name)));
  }

  private String show(ResourceView view, Form form, Model model) {
    model.addAttribute("choices", Choice.ALL);
    return LIST.show(view, rows(view, permissions.list(view.resource())), form, model);
  }

  private List<Row> rows(ResourceView view, List<BranchPermission> all) {
    Map<Long, User> people =
        users.findAllById(all.stream().flatMap(it -> it.exempt().users().stream()).toList());
    Map<Long, Group> crowds =
        groups.findAllById(all.stream().flatMap(it -> it.exempt().groups().stream()).toList());
    return all.stream()
        .map(permission ->
            new Row(
                permission.id(),
                permission.matcher().displayId(),
                permission.matcher().type().displayName(),
                Choice.word(permission.type()),
                exempt(permission.exempt(), people, crowds),
                !permission.scope().isOf(view.resource())))
        .toList();
  }

  private static List<String> exempt(
      Exempt exempt, Map<Long, User> people, Map<Long, Group> crowds) {
    Collection<String> keys =
        exempt.keys().isEmpty() ? List.of() : List.of(exempt.keys().size() + " access keys");
    return Stream.of(
            exempt.users().stream()
                .flatMap(id -> Stream.ofNullable(people.get(id)))
                .map(User::name),
            exempt.groups().stream()
                .flatMap(id -> Stream.ofNullable(crowds.get(id)))
                .map(group -> group.name() + " (group)"),
            keys.stream())
        .flatMap(it -> it)
        .sorted()
        .toList();
  }
}
