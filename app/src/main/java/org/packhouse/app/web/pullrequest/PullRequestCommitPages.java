package org.packhouse.app.web.pullrequest;

import java.io.IOException;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.source.commit.CommitPage;
import org.packhouse.app.source.commit.LogQuery;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.source.commit.CommitLists;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The page of a pull request's commits. */
@Controller
@RequestMapping({
  "/projects/{key}/repos/{slug}/pull-requests/{number}",
  "/users/{user}/repos/{slug}/pull-requests/{number}"
})
record PullRequestCommitPages(
    PullRequestHeads heads, OpenRepositories repositories, CommitLog log, CommitLists lists) {

  private static final int PAGE = 50;

  @GetMapping("/commits")
  String commits(
      @Requires(Permission.REPO_READ) RepositoryView view,
      PullRequest pullRequest,
      @RequestParam(defaultValue = "0") int start,
      Model model)
      throws IOException {
    PullRequestHead head = heads.show(view, pullRequest, "commits", model);
    LogQuery query = LogQuery.between(pullRequest.to().commit(), pullRequest.from().commit());
    try (OpenRepository open = repositories.open(view.repository().id())) {
      CommitPage page = log.page(open, query, Math.max(0, start), PAGE);
      lists.show(view, open, page.commits(), model);
      model.addAttribute(
          "nextUrl", page.hasMore() ? head.url() + "/commits?start=" + page.nextStart() : null);
    }
    return "pullrequest/commits";
  }
}
