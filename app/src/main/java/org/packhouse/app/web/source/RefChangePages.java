package org.packhouse.app.web.source;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.source.branch.Branches;
import org.packhouse.app.source.branch.RefDetails;
import org.packhouse.app.source.branch.RefKind;
import org.packhouse.app.source.branch.Tags;
import org.packhouse.app.source.branch.model.BranchModel;
import org.packhouse.app.source.branch.model.BranchModels;
import org.packhouse.app.source.commit.Revisions;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.NotFoundException;
import org.packhouse.app.web.RepositoryView;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Creates and deletes branches and tags. */
@Controller
@RequestMapping({"/projects/{key}/repos/{slug}", "/users/{user}/repos/{slug}"})
record RefChangePages(
    OpenRepositories repositories,
    RefDetails details,
    Revisions revisions,
    Branches branches,
    Tags tags,
    BranchModels models) {

  private static final int SUGGESTED = 200;

  /** The form; {@code prefix} is the branch model's, and comes before the name. */
  record Form(
      @Nullable String prefix,
      @Nullable String name,
      @Nullable String startPoint,
      @Nullable String message) {

    String fullName() {
      return (prefix == null ? "" : prefix) + (name == null ? "" : name.strip());
    }
  }

  @GetMapping(path = "/{list:branches|tags}", params = "create")
  String ask(
      @Requires(Permission.REPO_WRITE) RepositoryView view,
      @PathVariable String list,
      @RequestParam(required = false) @Nullable String from,
      Model model)
      throws IOException {
    return form(view, kind(list), new Form(null, null, from, null), model);
  }

  @PostMapping("/{list:branches|tags}")
  String create(
      @Requires(Permission.REPO_WRITE) RepositoryView view,
      @PathVariable String list,
      Form form,
      Model model,
      FormSubmission submission)
      throws IOException {
    return submission.handle(
        () -> {
          RefSnapshot.Entry made = Forms.lookUp("startPoint", () -> create(view, kind(list), form));
          return done(view, kind(list), made.name(), "is created", submission);
        },
        () -> form(view, kind(list), form, model));
  }

  private RefSnapshot.Entry create(RepositoryView view, RefKind kind, Form form)
      throws IOException {
    return kind == RefKind.BRANCH
        ? branches.create(view.repository(), form.fullName(), form.startPoint(), view.caller())
        : tags.create(
            view.repository(),
            new Tags.NewTag(form.fullName(), form.startPoint(), form.message(), false),
            view.caller());
  }

  @PostMapping("/branches/delete")
  String deleteBranch(
      @Requires(Permission.REPO_WRITE) RepositoryView view,
      @RequestParam String name,
      @RequestParam String at,
      FormSubmission submission)
      throws IOException {
    branches.delete(view.repository(), name, at, false, view.caller());
    return done(view, RefKind.BRANCH, name, "is deleted", submission);
  }

  @PostMapping("/tags/delete")
  String deleteTag(
      @Requires(Permission.REPO_WRITE) RepositoryView view,
      @RequestParam String name,
      FormSubmission submission)
      throws IOException {
    tags.delete(view.repository(), name, view.caller());
    return done(view, RefKind.TAG, name, "is deleted", submission);
  }

  static RefKind kind(String list) {
    return list.equals("branches") ? RefKind.BRANCH : RefKind.TAG;
  }

  private static String done(
      RepositoryView view, RefKind kind, String name, String what, FormSubmission submission) {
    String word = kind == RefKind.BRANCH ? "branch" : "tag";
    return submission.saved(
        view.link() + (kind == RefKind.BRANCH ? "/branches" : "/tags"),
        "The %s %s %s.".formatted(word, kind.shortName(name), what));
  }

  private String form(RepositoryView view, RefKind kind, Form form, Model model)
      throws IOException {
    try (OpenRepository open = repositories.open(view.repository().id())) {
      List<String> names =
          open.refs().in(RefKind.BRANCH.directory()).stream()
              .limit(SUGGESTED)
              .map(ref -> RefKind.BRANCH.shortName(ref.name()))
              .toList();
      String head = RefKind.BRANCH.shortName(open.refs().headTarget());
      model.addAttribute("suggested", names);
      model.addAttribute("startPoint", form.startPoint() == null ? head : form.startPoint());
    }
    model.addAttribute(
        "prefixes",
        kind == RefKind.TAG
            ? List.of()
            : models.of(view.repository()).types().stream()
                .filter(BranchModel.Type::enabled)
                .toList());
    show(view, kind, model);
    model.addAttribute("form", form);
    return "source/new-ref";
  }

  @GetMapping("/{list:branches|tags}/delete")
  String confirm(
      @Requires(Permission.REPO_WRITE) RepositoryView view,
      @PathVariable String list,
      @RequestParam String name,
      Model model)
      throws IOException {
    RefKind kind = kind(list);
    try (OpenRepository open = repositories.open(view.repository().id())) {
      RefSnapshot.Entry ref =
          open.refs()
              .find(kind.fullName(name))
              .orElseThrow(() -> new NotFoundException("There is no such branch or tag."));
      model.addAttribute(
          "row",
          RefRow.of(
                  details.of(open, kind, List.of(ref), revisions.resolve(open, null).orElse(null)),
                  open.refs().headTarget(),
                  Map.of())
              .getFirst());
      model.addAttribute("at", ref.hash());
      model.addAttribute("baseName", RefKind.BRANCH.shortName(open.refs().headTarget()));
    }
    show(view, kind, model);
    return "source/delete-ref";
  }

  private static void show(RepositoryView view, RefKind kind, Model model) {
    model.addAttribute("tab", "branches");
    model.addAttribute("kind", kind == RefKind.BRANCH ? "branches" : "tags");
    model.addAttribute("word", kind == RefKind.BRANCH ? "branch" : "tag");
    model.addAttribute("pageUrl", view.link() + (kind == RefKind.BRANCH ? "/branches" : "/tags"));
  }
}
