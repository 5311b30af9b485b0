package org.packhouse.app.web.pullrequest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.comment.PendingReviews;
import org.packhouse.app.review.pullrequest.comment.PullRequestThreads;
import org.packhouse.app.review.pullrequest.diff.PullRequestRanges;
import org.packhouse.app.review.pullrequest.diff.ViewedFiles;
import org.packhouse.app.review.pullrequest.owners.CodeOwners;
import org.packhouse.app.review.pullrequest.owners.FileOwners;
import org.packhouse.app.source.comment.Comment;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.source.commit.LogQuery;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.PathInUrl;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.diff.DiffAnnotations;
import org.packhouse.app.web.diff.DiffComments;
import org.packhouse.app.web.diff.DiffPages;
import org.packhouse.app.web.diff.DiffRequest;
import org.packhouse.app.web.diff.DiffSource;
import org.packhouse.app.web.insight.CommitReports;
import org.packhouse.app.web.pullrequest.list.PullRequestLists;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The diff of a pull request: the whole, one commit, or since the reader's last review. */
@Controller
@RequestMapping({
  "/projects/{key}/repos/{slug}/pull-requests/{number}",
  "/users/{user}/repos/{slug}/pull-requests/{number}"
})
record PullRequestDiffPages(
    PullRequestHeads heads,
    PullRequestRanges ranges,
    PullRequestThreads threads,
    ThreadBoxes boxes,
    ViewedFiles viewed,
    Reading reading,
    DiffPages diffs) {

  private static final int LISTED = 50;

  @Component
  record Reading(
      OpenRepositories repositories,
      CommitLog log,
      CommitReports reports,
      PendingReviews reviews,
      CodeOwners owners) {}

  /** The range of the diff, by ids of commits; by default the effective one. */
  record Shown(@Nullable String since, @Nullable String until) {
    @Nullable String from() {
      return Forms.text(since);
    }

    @Nullable String to() {
      return Forms.text(until);
    }

    boolean isAll() {
      return from() == null && to() == null;
    }
  }

  record Choice(String label, boolean chosen, String url) {}

  @GetMapping("/diff")
  String diff(
      @Requires(Permission.REPO_READ) RepositoryView view,
      PullRequest pullRequest,
      Shown shown,
      DiffRequest request,
      Model model)
      throws IOException {
    PullRequestHead head = heads.show(view, pullRequest, "diff", model);
    try (OpenRepository open = reading.repositories().open(view.repository().id())) {
      CommitRange range =
          ranges.between(open, view.repository(), head.it(), shown.from(), shown.to());
      choices(open, head, shown, range, model);
      List<Comment> own = reading.reviews().of(head.it(), view.caller().user());
      model.addAttribute("review", new ReviewPages.Bar(own.size()));
      FileOwners owners = owners(view, open, head, request);
      model.addAttribute("owners", owners);
      DiffSource source = source(view, open, head, range, shown.isAll(), owners, own);
      diffs.show(source, request, model);
    }
    model.addAttribute("scripts", List.of("/assets/parts.js", PullRequestHeads.SCRIPT));
    return "pullrequest/diff";
  }

  @GetMapping("/diff/part")
  String part(
      @Requires(Permission.REPO_READ) RepositoryView view,
      PullRequest pullRequest,
      Shown shown,
      @RequestParam(defaultValue = "false") boolean all,
      DiffRequest request,
      Model model)
      throws IOException {
    PullRequestHead head = heads.show(view, pullRequest, "diff", model);
    try (OpenRepository open = reading.repositories().open(view.repository().id())) {
      CommitRange effective = ranges.effective(open, head.it());
      CommitRange named = new CommitRange(shown.from(), String.valueOf(shown.to()));
      CommitRange range =
          effective.equals(named)
              ? effective
              : ranges.between(open, view.repository(), head.it(), shown.from(), shown.to());
      FileOwners owners = owners(view, open, head, request);
      List<Comment> own = reading.reviews().of(head.it(), view.caller().user());
      DiffSource source = source(view, open, head, range, all, owners, own);
      String page = diffs.part(source, request, model);
      model.addAttribute("scripts", List.of("/assets/parts.js", PullRequestHeads.SCRIPT));
      return page;
    }
  }

  private DiffSource source(
      RepositoryView view,
      OpenRepository open,
      PullRequestHead head,
      CommitRange range,
      boolean all,
      FileOwners owners,
      List<Comment> own)
      throws IOException {
    PullRequest it = head.it();
    User user = view.caller().user();
    String named =
        PathInUrl.join(
            "", range.since() == null ? "" : "since=" + range.since(), "until=" + range.until());
    String shown = all ? "" : named;
    List<PullRequestThreads.Placed> placed =
        threads.in(open, it, all ? range : ranges.effective(open, it), range, own);
    List<ThreadBox> said =
        boxes.of(view, it, placed.stream().map(PullRequestThreads.Placed::thread).toList());
    Map<TreePath, List<DiffComments.Placed>> byPath = PullRequestDiffComments.byPath(placed, said);
    String parts = head.url() + "/diff/part" + named + (all ? "&all=true" : "");
    return new DiffSource(
        open,
        range,
        DiffSource.Places.of(view, range, head.url() + "/diff" + shown, parts),
        new PullRequestDiffComments(
            byPath,
            user == null ? Map.of() : viewed.of(it, user.id()),
            head.url(),
            head.rights().mayComment(),
            user != null,
            shown.isEmpty() ? "" : shown.substring(1)),
        owners,
        true,
        range.until().equals(it.from().commit())
            ? reading.reports().annotations(view, range.until())
            : DiffAnnotations.NONE);
  }

  // Lines that are loaded on demand show no owners.
  private FileOwners owners(
      RepositoryView view, OpenRepository open, PullRequestHead head, DiffRequest request)
      throws IOException {
    return request.file() != null && request.partial()
        ? FileOwners.none()
        : reading
            .owners()
            .seenBy(view.caller().user(), open, view.repository(), head.it().to().commit());
  }

  private void choices(
      OpenRepository open, PullRequestHead head, Shown shown, CommitRange range, Model model)
      throws IOException {
    PullRequest it = head.it();
    String page = head.url() + "/diff";
    List<Choice> choices = new ArrayList<>();
    choices.add(new Choice("All changes", shown.isAll(), page));
    if (head.ownCommit() != null) {
      choices.add(
          new Choice(
              "Since your last review",
              head.ownCommit().equals(shown.from()),
              page + "?since=" + head.ownCommit()));
    }
    LogQuery query = LogQuery.between(it.to().commit(), it.from().commit());
    List<Choice> commits = new ArrayList<>();
    for (Commit commit : reading.log().page(open, query, 0, LISTED).commits()) {
      commits.add(
          new Choice(
              commit.displayId() + " " + commit.subject(),
              shown.from() == null && commit.id().equals(shown.to()),
              page + "?until=" + commit.id()));
    }
    model.addAttribute("choices", choices);
    model.addAttribute("commitChoices", commits);
    model.addAttribute("range", range);
    model.addAttribute("isAll", shown.isAll());
  }

  @PostMapping("/viewed")
  Object mark(
      @Requires(Permission.REPO_READ) RepositoryView view,
      PullRequest pullRequest,
      @RequestParam String file,
      @RequestParam String content,
      @RequestParam(defaultValue = "false") boolean viewed,
      @RequestHeader(name = "HX-Request", required = false) @Nullable String partial) {
    User user = view.caller().user();
    if (user != null && content.matches("[0-9a-f]{40}")) {
      TreePath path = TreePath.ofUrl(file);
      if (viewed) {
        this.viewed.mark(pullRequest, user.id(), path, content);
      } else {
        this.viewed.unmark(pullRequest, user.id(), path);
      }
    }
    return partial == null
        ? "redirect:" + PullRequestLists.url(view.repository(), pullRequest.number()) + "/diff"
        : ResponseEntity.noContent().build();
  }
}
