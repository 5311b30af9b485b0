package org.packhouse.app.web.pullrequest.list;

import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.review.pullrequest.PullRequestFilter;
import org.packhouse.app.review.pullrequest.PullRequestSearch;
import org.packhouse.app.web.PersonPart;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** Shows the pull requests that a user has opened, in any state, the last updated ones. */
@Component
record PersonPullRequests(PullRequestSearch search, PullRequestLists lists) implements PersonPart {

  private static final PageRequest SOME = new PageRequest(0, 10);

  @Override
  public void show(User person, Caller caller, Model model) {
    PullRequestFilter opened = PullRequestLists.by(person, search.ofUser(person, caller), null);
    model.addAttribute("latest", lists.rows(search.find(opened, SOME).values(), null));
  }
}
