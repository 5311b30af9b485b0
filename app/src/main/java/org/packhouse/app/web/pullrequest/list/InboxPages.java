package org.packhouse.app.web.pullrequest.list;

import java.util.Map;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestSearch;
import org.packhouse.app.review.pullrequest.PullRequestState;
import org.packhouse.app.web.HomePart;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

@Controller
record InboxPages(PullRequestSearch search, PullRequestLists lists) implements HomePart {

  private static final PageRequest SOME = new PageRequest(0, 25);

  @Override
  public void show(User user, Caller caller, Model model) {
    Page<PullRequest> waiting = search.find(search.inbox(user, caller, null), SOME);
    Page<PullRequest> own =
        search.find(
            PullRequestLists.by(user, search.ofUser(user, caller), PullRequestState.OPEN), SOME);
    model.addAttribute("waiting", lists.rows(waiting.values(), null));
    model.addAttribute("opened", lists.rows(own.values(), null));
  }

  @GetMapping("/inbox/count")
  ResponseEntity<Map<String, Integer>> count(@Requires(Permission.LICENSED_USER) Caller caller) {
    User user = caller.user();
    int waiting = user == null ? 0 : search.count(search.inbox(user, caller, null));
    return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(Map.of("count", waiting));
  }
}
