package org.packhouse.app.web.pullrequest;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequest.Description;
import org.packhouse.app.review.pullrequest.opening.PullRequestCreation;
import org.packhouse.app.review.pullrequest.opening.PullRequestCreation.NewPullRequest;
import org.packhouse.app.review.pullrequest.owners.CodeOwners;
import org.packhouse.app.review.reviewer.DefaultReviewers;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.diff.DiffRequest;
import org.packhouse.app.web.pullrequest.list.PullRequestLists;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;

/** The page that opens a pull request, with a preview of its commits and diff. */
@Controller
@RequestMapping({"/projects/{key}/repos/{slug}", "/users/{user}/repos/{slug}"})
record CreatePages(
    CreateComparison comparison,
    BranchPairs pairs,
    PullRequestCreation creation,
    DefaultReviewers reviewers,
    CodeOwners owners) {

  private static final List<String> FIELDS = List.of("title", "description", "reviewers");

  @GetMapping(path = "/pull-requests", params = "create")
  String form(
      @Requires(Permission.REPO_READ) RepositoryView view,
      CreateForm form,
      DiffRequest request,
      Model model,
      HttpServletResponse response)
      throws IOException {
    if (view.caller().user() == null) {
      throw new NotPermittedException("Sign in to create a pull request.", true, true);
    }
    comparison.show(view, form, request, model, response);
    if (form.reviewers() == null) {
      suggestReviewers(view, model);
    }
    return "pullrequest/create";
  }

  // Default reviewers and code owners fill the field, from which the user may remove them.
  private void suggestReviewers(RepositoryView view, Model model) throws IOException {
    if (model.getAttribute("form") instanceof CreateForm form
        && model.getAttribute("ends") instanceof BranchPairs.Pair ends
        && ends.from() != null) {
      List<User> own =
          ends.to() == null
              ? List.of()
              : others(view, owners.of(ends.target(), ends.to(), ends.source(), ends.from()));
      Set<String> names = new LinkedHashSet<>();
      others(view, reviewers.of(ends.target(), ends.fromRef(), ends.toRef()))
          .forEach(user -> names.add(user.name()));
      own.forEach(user -> names.add(user.name()));
      model.addAttribute("form", form.reviewedBy(String.join(", ", names)));
      model.addAttribute("owners", own);
    }
  }

  private static List<User> others(RepositoryView view, List<User> users) {
    User author = view.caller().user();
    return users.stream().filter(user -> author == null || user.id() != author.id()).toList();
  }

  @PostMapping(path = "/pull-requests")
  String create(
      @Requires(Permission.REPO_READ) RepositoryView view,
      CreateForm form,
      DiffRequest request,
      Model model,
      HttpServletResponse response,
      FormSubmission submission)
      throws IOException {
    return PullRequestForms.submit(
        submission,
        FIELDS,
        () -> {
          BranchPairs.Pair ends = pairs.find(view, form, model);
          PullRequest made = creation.create(request(ends, form), view.caller());
          return "redirect:"
              + PullRequestLists.url(ends.target(), made.number())
              + "/overview?said=create";
        },
        () -> form(view, form, request, model, response));
  }

  private static NewPullRequest request(BranchPairs.Pair ends, CreateForm form) {
    return new NewPullRequest(
        ends.source(),
        ends.fromRef(),
        ends.target(),
        ends.toRef(),
        Description.of(form.title(), form.lines(), Boolean.TRUE.equals(form.draft())),
        Forms.names(form.reviewers()));
  }
}
