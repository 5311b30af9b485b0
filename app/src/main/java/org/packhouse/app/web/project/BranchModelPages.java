package org.packhouse.app.web.project;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.branch.RefKind;
import org.packhouse.app.source.branch.model.BranchModel;
import org.packhouse.app.source.branch.model.BranchModels;
import org.packhouse.app.source.branch.model.rest.BranchModelBody;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.RepositoryView;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The branch model of a repository. */
@Controller
@RequestMapping({"/projects/{key}/repos/{slug}", "/users/{user}/repos/{slug}"})
record BranchModelPages(BranchModels models, OpenRepositories repositories) {

  private static final String PAGE = "/settings/branch-model";
  // Branches offered without scripts; with scripts, the field searches all.
  private static final int OFFERED = 200;

  /**
   * The form; each place of {@code type} and {@code prefix} is one type.
   *
   * @param development empty: the default branch
   * @param production {@code none}, {@code default}, or {@code branch} with {@code
   *     productionBranch}
   * @param used the enabled types
   */
  record Form(
      @Nullable String development,
      @Nullable String production,
      @Nullable String productionBranch,
      @Nullable List<String> type,
      @Nullable List<String> prefix,
      @Nullable List<String> used) {

    static Form of(BranchModel model) {
      BranchModel.Target production = model.production();
      return new Form(
          shown(model.development()),
          production == null ? "none" : production.isDefault() ? "default" : "branch",
          production == null ? "" : shown(production),
          model.types().stream().map(type -> type.kind().name()).toList(),
          model.types().stream().map(BranchModel.Type::prefix).toList(),
          model.types().stream()
              .filter(BranchModel.Type::enabled)
              .map(type -> type.kind().name())
              .toList());
    }

    private static String shown(BranchModel.Target target) {
      return target.refName() == null ? "" : RefKind.BRANCH.shortName(target.refName());
    }

    record Row(String type, String name, String prefix, boolean isUsed) {}

    public List<Row> rows() {
      List<String> types = type == null ? List.of() : type;
      List<Row> rows = new ArrayList<>();
      for (int i = 0; i < types.size(); i++) {
        String name = types.get(i);
        String begin = prefix != null && i < prefix.size() ? prefix.get(i) : "";
        String shown =
            name.isEmpty() ? "" : name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
        rows.add(new Row(name, shown, begin, used != null && used.contains(name)));
      }
      return rows;
    }

    BranchModelBody body() {
      return new BranchModelBody(
          target(Forms.text(development)),
          wantedProduction(),
          rows().stream()
              .<BranchModelBody.@Nullable TypeBody>map(
                  row -> new BranchModelBody.TypeBody(row.type(), null, row.isUsed(), row.prefix()))
              .toList());
    }

    private BranchModelBody.@Nullable TargetBody wantedProduction() {
      if (!"branch".equals(production)) {
        return "default".equals(production) ? target(null) : null;
      }
      String branch = Forms.text(productionBranch);
      if (branch == null) {
        throw new InvalidFieldException("production.refId", "Name the production branch.");
      }
      return target(branch);
    }

    private static BranchModelBody.TargetBody target(@Nullable String branch) {
      return new BranchModelBody.TargetBody(branch, branch == null);
    }
  }

  @GetMapping("/settings/branch-model")
  String get(@Requires(Permission.REPO_ADMIN) RepositoryView view, Model model) throws IOException {
    return show(view, Form.of(models.of(view.repository())), model);
  }

  @PostMapping("/settings/branch-model")
  String set(
      @Requires(Permission.REPO_ADMIN) RepositoryView view,
      Form form,
      @RequestParam(defaultValue = "false") boolean inherit,
      Model model,
      FormSubmission submission)
      throws IOException {
    return submission.handle(
        () -> {
          models.set(view.resource(), inherit ? null : checked(view, form.body().toModel()));
          return submission.saved(view.link() + PAGE, "The branch model is saved.");
        },
        () -> show(view, form, model));
  }

  /** Accepts branches that exist, and those that the model named before. */
  private BranchModel checked(RepositoryView view, BranchModel wanted) throws IOException {
    BranchModel before = models.of(view.repository());
    try (OpenRepository open = repositories.open(view.repository().id())) {
      check("development.refId", wanted.development(), before.development(), open);
      check("production.refId", wanted.production(), before.production(), open);
    }
    return wanted;
  }

  private static void check(
      String field,
      BranchModel.@Nullable Target wanted,
      BranchModel.@Nullable Target before,
      OpenRepository open) {
    String refName = wanted == null || wanted.equals(before) ? null : wanted.refName();
    if (refName != null && open.refs().find(refName).isEmpty()) {
      throw new InvalidFieldException(
          field,
          "There is no branch %s."
              .formatted(InvalidFieldException.quote(RefKind.BRANCH.shortName(refName))));
    }
  }

  private String show(RepositoryView view, Form form, Model model) throws IOException {
    try (OpenRepository open = repositories.open(view.repository().id())) {
      model.addAttribute(
          "branches",
          open.refs().in(RefKind.BRANCH.directory()).stream()
              .limit(OFFERED)
              .map(ref -> RefKind.BRANCH.shortName(ref.name()))
              .toList());
      model.addAttribute("head", RefKind.BRANCH.shortName(open.refs().headTarget()));
    }
    model.addAttribute("level", models.of(view.repository()).scope().level().name());
    model.addAttribute("tab", "settings");
    model.addAttribute("form", form);
    return "project/branch-model";
  }
}
