package org.packhouse.app.web.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.project.ProjectSearch;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.Group;
import org.packhouse.app.identity.user.Groups;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserLists;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.review.pullrequest.opening.ReviewerSuggestions;
import org.packhouse.app.source.commit.NamedCommits;
import org.packhouse.app.source.commit.NamedCommits.Kind;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.search.Choices.Choice;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/** Suggests users, groups, projects, branches and tags for fields of forms. */
@Controller
record PickPages(
    UserLists users,
    Groups groups,
    ProjectSearch projects,
    OpenRepositories openings,
    NamedCommits refs,
    ReviewerSuggestions reviewers) {

  private static final int PAGE = 20;
  private static final int MAX_LENGTH = 250;
  private static final int MAX_START = 100_000;

  /**
   * The query of a field; an empty {@code q} matches all. Refs have no other kind than {@code
   * branch}.
   */
  record PickQuery(@Nullable String q, @Nullable String kind, @Nullable Integer start) {

    String text() {
      String text = q == null ? "" : q.strip();
      return text.substring(0, Math.min(MAX_LENGTH, text.length())).replace("\0", "");
    }

    boolean isOfBranches() {
      return "branch".equalsIgnoreCase(kind);
    }

    PageRequest page() {
      return new PageRequest(start == null ? 0 : Math.clamp(start, 0, MAX_START), PAGE);
    }
  }

  @Requires(Permission.LICENSED_USER)
  @GetMapping("/pick/principals")
  ResponseEntity<Choices> principals(PickQuery query) {
    PageRequest page = query.page();
    if ("group".equals(query.kind())) {
      List<Group> found = groups.search(query.text(), page.start(), page.oneMore());
      return offer(
          Page.ofOneMore(page, found)
              .map(group -> new Choice(null, group.name(), null, "people", group.name(), null)));
    }
    List<User> found = users.active(query.text(), page.start(), page.oneMore());
    return offer(Page.ofOneMore(page, found).map(PickPages::choice));
  }

  /**
   * Returns projects in which the caller may create repositories, and the personal one even before
   * it exists.
   */
  @GetMapping("/pick/projects")
  ResponseEntity<Choices> projects(
      @Requires(Permission.LICENSED_USER) Caller caller, PickQuery query) {
    PageRequest page = query.page();
    Page<Choice> found =
        projects.find(caller, Permission.REPO_CREATE, query.text(), page).map(PickPages::choice);
    User user = caller.user();
    List<Choice> choices = new ArrayList<>();
    if (page.start() == 0 && user != null && isAbout(user, query.text())) {
      choices.add(Choice.value(user.displayName(), "your own", "person", "~" + user.slug()));
    }
    choices.addAll(found.values());
    return new Choices(List.copyOf(choices), found.nextPageStart()).response();
  }

  private static boolean isAbout(User user, String text) {
    String wanted = text.toLowerCase(Locale.ROOT);
    return ("~" + user.slug()).contains(wanted)
        || user.displayName().toLowerCase(Locale.ROOT).contains(wanted);
  }

  @GetMapping({
    "/projects/{key}/repos/{slug}/pick/reviewers",
    "/users/{user}/repos/{slug}/pick/reviewers"
  })
  ResponseEntity<Choices> reviewers(
      @Requires(Permission.REPO_READ) RepositoryView view, PickQuery query) {
    List<Choice> found =
        view.caller().user() == null
            ? List.of()
            : reviewers.find(view.repository(), query.text()).stream()
                .map(PickPages::choice)
                .toList();
    return new Choices(found, null).response();
  }

  private static Choice choice(User user) {
    return Choice.value(user.displayName(), user.name(), "person", user.name());
  }

  private static Choice choice(Project project) {
    return Choice.value(project.name(), project.key(), "folder-fill", project.key());
  }

  @GetMapping({"/projects/{key}/repos/{slug}/pick/refs", "/users/{user}/repos/{slug}/pick/refs"})
  ResponseEntity<Choices> refs(@Requires(Permission.REPO_READ) RepositoryView view, PickQuery query)
      throws IOException {
    PageRequest page = query.page();
    try (OpenRepository open = openings.open(view.repository().id())) {
      if (query.kind() != null && !query.isOfBranches()) {
        return new Choices(List.of(), null).response();
      }
      List<Choice> branches = choices(open, Kind.BRANCH, query, page);
      if (query.isOfBranches()) {
        return offer(Page.ofOneMore(page, branches));
      }
      List<Choice> both = new ArrayList<>(branches.subList(0, Math.min(PAGE, branches.size())));
      List<Choice> tags = choices(open, Kind.TAG, query, page);
      both.addAll(tags.subList(0, Math.min(PAGE, tags.size())));
      boolean more = branches.size() > PAGE || tags.size() > PAGE;
      return new Choices(List.copyOf(both), more ? page.start() + PAGE : null).response();
    }
  }

  private List<Choice> choices(OpenRepository open, Kind kind, PickQuery query, PageRequest page) {
    boolean branch = kind == Kind.BRANCH;
    String group = query.isOfBranches() ? null : branch ? "Branches" : "Tags";
    String head = open.refs().headTarget();
    return refs.names(open, kind, query.text(), page.start(), page.oneMore()).stream()
        .map(name ->
            new Choice(
                group,
                name,
                branch && head.equals("refs/heads/" + name) ? "default" : null,
                branch ? "branch" : "tag",
                name,
                null))
        .toList();
  }

  private static ResponseEntity<Choices> offer(Page<Choice> page) {
    return new Choices(page.values(), page.nextPageStart()).response();
  }
}
