package org.packhouse.app.web.pullrequest;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequests;
import org.packhouse.app.review.pullrequest.automatic.AutoMerges;
import org.packhouse.app.review.pullrequest.condition.MergeStrategy;
import org.packhouse.app.review.pullrequest.merge.MergeOffers;
import org.packhouse.app.review.pullrequest.merge.MergeRequest;
import org.packhouse.app.review.pullrequest.merge.PullRequestConflicts;
import org.packhouse.app.review.pullrequest.merge.PullRequestMerges;
import org.packhouse.app.review.pullrequest.merge.StrategyChecks.StrategyCheck;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.pullrequest.list.PullRequestLists;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;

/** The page on which a pull request is merged, with the vetoes and conflicts. */
@Controller
@RequestMapping({
  "/projects/{key}/repos/{slug}/pull-requests/{number}/merge",
  "/users/{user}/repos/{slug}/pull-requests/{number}/merge"
})
record MergePages(
    PullRequestHeads heads,
    MergeOffers offers,
    PullRequestMerges merges,
    AutoMerges autoMerges,
    PullRequests pullRequests,
    PullRequestConflicts conflicts) {

  private static final Pattern PLAIN = Pattern.compile("[\\w.:/][\\w./:-]*");
  private static final List<String> FIELDS = List.of("message", "strategyId");

  /** The form of a merge, now or as soon as there are no vetoes. */
  record MergeForm(
      int version,
      @Nullable String strategy,
      @Nullable String message,
      @Nullable Boolean deleteSource,
      @Nullable Boolean later) {}

  @GetMapping
  String form(
      @Requires(Permission.REPO_READ) RepositoryView view, PullRequest pullRequest, Model model)
      throws IOException {
    return show(view, pullRequest, null, model);
  }

  /** Serves the mergeability, as a part of other pages. */
  @GetMapping("/state")
  String state(
      @Requires(Permission.REPO_READ) RepositoryView view,
      PullRequest pullRequest,
      @RequestHeader(name = "HX-Request", required = false) @Nullable String partial,
      Model model)
      throws IOException {
    PullRequestHead head = heads.show(view, pullRequest, "overview", model);
    if (partial == null || !head.it().isOpen()) {
      return "redirect:" + head.url() + "/merge";
    }
    addState(view, head, model);
    return "pullrequest/merge :: state";
  }

  @GetMapping("/conflicts")
  String conflicts(
      @Requires(Permission.REPO_READ) RepositoryView view, PullRequest pullRequest, Model model)
      throws IOException {
    PullRequestHead head = heads.show(view, pullRequest, "overview", model);
    if (!head.it().isOpen()) {
      return "redirect:" + head.url();
    }
    model.addAttribute("found", conflicts.of(view.repository(), head.it(), view.caller()));
    model.addAttribute("commands", commands(view, head));
    return "pullrequest/conflicts";
  }

  private List<StrategyCheck> addState(RepositoryView view, PullRequestHead head, Model model)
      throws IOException {
    MergeOffers.Mergeability offer = offers.tried(view.repository(), head.it(), view.caller());
    model.addAttribute("merge", offer);
    model.addAttribute("mayWait", offer.canWait() && autoMerges.isOn(view.repository()));
    model.addAttribute("wish", autoMerges.requested(head.it()).orElse(null));
    model.addAttribute("givenUp", autoMerges.givenUp(head.it()).orElse(null));
    return offer.ways();
  }

  private String show(
      RepositoryView view, PullRequest pullRequest, @Nullable MergeForm typed, Model model)
      throws IOException {
    PullRequestHead head = heads.show(view, pullRequest, "overview", model);
    if (!head.it().isOpen()) {
      return "redirect:" + head.url();
    }
    String message = offers.message(view.repository(), head.it());
    List<StrategyCheck> ways = addState(view, head, model);
    model.addAttribute("commands", commands(view, head));
    model.addAttribute("ways", ways);
    model.addAttribute("chosen", chosen(ways, typed == null ? null : typed.strategy()));
    model.addAttribute(
        "form",
        typed == null
            ? new MergeForm(head.it().version(), null, message.strip(), false, false)
            : typed);
    return "pullrequest/merge";
  }

  private static @Nullable String chosen(List<StrategyCheck> ways, @Nullable String wanted) {
    List<String> open =
        ways.stream().filter(StrategyCheck::isPossible).map(way -> way.strategy().id()).toList();
    return open.contains(wanted) || open.isEmpty() ? wanted : open.getFirst();
  }

  private static String commands(RepositoryView view, PullRequestHead head) {
    String from = quoted(head.it().from().displayId());
    String to = quoted(head.it().to().displayId());
    String origin = head.it().isAcrossRepositories() ? quoted(view.httpCloneUrl()) : "origin";
    return "git switch %s\ngit pull --no-rebase %s %s\ngit push".formatted(from, origin, to);
  }

  // Branch names may contain characters that a shell interprets.
  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  @PostMapping
  String merge(
      @Requires(Permission.REPO_WRITE) RepositoryView view,
      PullRequest before,
      MergeForm form,
      Model model,
      FormSubmission submission)
      throws IOException {
    String unwritten = before.isOpen() ? offers.message(view.repository(), before) : "";
    return PullRequestForms.submit(
        submission,
        FIELDS,
        () -> {
          if (Boolean.TRUE.equals(form.deleteSource())) {
            pullRequests.sources().requireWriter(before, view.caller());
          }
          if (Boolean.TRUE.equals(form.later())) {
            autoMerges.merge(view.repository(), before, request(form, unwritten), view.caller());
          } else {
            merges.merge(view.repository(), before, request(form, unwritten), view.caller());
          }
          return "redirect:" + PullRequestLists.url(view.repository(), before.number());
        },
        () -> show(view, heads.reread(view, before), form, model));
  }

  @PostMapping("/later/cancel")
  String cancel(@Requires(Permission.REPO_WRITE) RepositoryView view, PullRequest pullRequest) {
    autoMerges.cancel(pullRequest);
    return "redirect:" + PullRequestLists.url(view.repository(), pullRequest.number()) + "/merge";
  }

  // A message that the user has not changed is composed again for the chosen strategy.
  private static MergeRequest request(MergeForm form, String unwritten) {
    String strategy = Forms.text(form.strategy());
    String text = Forms.text(form.message());
    String typed = text == null ? null : Commit.typed(text);
    String message = typed == null || typed.strip().equals(unwritten.strip()) ? null : typed;
    return new MergeRequest(
        form.version(),
        strategy == null ? null : MergeStrategy.require(strategy),
        message,
        false,
        Boolean.TRUE.equals(form.deleteSource()));
  }
}
