package org.packhouse.app.web.pullrequest;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestState;
import org.packhouse.app.review.pullrequest.merge.ConflictingChangesException;
import org.packhouse.app.review.pullrequest.merge.MergedChanges;
import org.packhouse.app.review.pullrequest.merge.MergedChanges.MadeBranch;
import org.packhouse.app.review.pullrequest.merge.MergedChanges.Operation;
import org.packhouse.app.review.pullrequest.merge.MergedChanges.Request;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;

/**
 * The pages on which a merged pull request is reverted or cherry-picked to a new branch; they lead
 * to the page that opens a pull request from it.
 */
@Controller
@RequestMapping({
  "/projects/{key}/repos/{slug}/pull-requests/{number}/{way:revert|cherry-pick}",
  "/users/{user}/repos/{slug}/pull-requests/{number}/{way:revert|cherry-pick}"
})
record MergedChangePages(PullRequestHeads heads, MergedChanges changes) {

  private static final int CONFLICT = 409;
  private static final int MAX_FILES = 200;

  record Form(@Nullable String onto, @Nullable String name, @Nullable String message) {}

  @GetMapping
  String form(
      @Requires(Permission.REPO_WRITE) RepositoryView view,
      PullRequest merged,
      @PathVariable String way,
      Model model)
      throws IOException {
    return show(view, merged, operation(way), null, model);
  }

  private static Operation operation(String word) {
    return word.equals(Operation.REVERT.word()) ? Operation.REVERT : Operation.CHERRY_PICK;
  }

  private String show(
      RepositoryView view,
      PullRequest merged,
      Operation operation,
      @Nullable Form typed,
      Model model)
      throws IOException {
    PullRequestHead head = heads.show(view, merged, "overview", model);
    if (head.it().state() != PullRequestState.MERGED) {
      return "redirect:" + head.url();
    }
    model.addAttribute("way", operation.word());
    model.addAttribute(
        "form",
        typed == null
            ? new Form("", changes.proposedName(view.repository(), head.it(), operation), "")
            : typed);
    return "pullrequest/merged-change";
  }

  @PostMapping
  String make(
      @Requires(Permission.REPO_WRITE) RepositoryView view,
      PullRequest merged,
      @PathVariable String way,
      Form form,
      Model model,
      HttpServletResponse response,
      FormSubmission submission)
      throws IOException {
    Operation operation = operation(way);
    List<String> fields =
        operation == Operation.REVERT
            ? List.of("name", "message")
            : List.of("name", "onto", "message");
    return PullRequestForms.submit(
        submission,
        fields,
        () -> {
          try {
            return "redirect:" + address(view, made(view, merged, operation, form));
          } catch (ConflictingChangesException e) {
            response.setStatus(CONFLICT);
            int shown = Math.min(MAX_FILES, e.files().size());
            model.addAttribute("conflicts", e.files().subList(0, shown));
            model.addAttribute("others", e.files().size() - shown);
            return show(view, merged, operation, form, model);
          }
        },
        () -> show(view, merged, operation, form, model));
  }

  private MadeBranch made(RepositoryView view, PullRequest merged, Operation operation, Form form)
      throws IOException {
    String onto = operation == Operation.REVERT ? merged.to().refName() : Forms.text(form.onto());
    String message = Forms.text(form.message());
    Request request =
        new Request(
            operation,
            onto,
            Forms.text(form.name()),
            message == null ? null : message.replace("\r\n", "\n"));
    return changes.make(view.repository(), merged, request, view.caller());
  }

  private static String address(RepositoryView view, MadeBranch branches) {
    return "%s/pull-requests?create&sourceBranch=%s&targetBranch=%s&targetRepoId=%d"
        .formatted(
            view.link(),
            Links.encode(branches.made()),
            Links.encode(branches.onto()),
            view.repository().id());
  }
}
