package org.packhouse.app.review.pullrequest.opening;

import java.util.List;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserLists;
import org.packhouse.app.review.pullrequest.Reviewers;
import org.springframework.stereotype.Component;

/** Finds users who can review pull requests of a repository, by a part of their names. */
@Component
public class ReviewerSuggestions {

  private static final int MAX_TESTED = 20;
  private static final int MAX_SHOWN = 8;

  private final UserLists users;
  private final Reviewers reviewers;

  ReviewerSuggestions(UserLists users, Reviewers reviewers) {
    this.users = users;
    this.reviewers = reviewers;
  }

  public List<User> find(Repository repository, String filter) {
    return reviewers.readers(users.active(filter, 0, MAX_TESTED), repository, MAX_SHOWN);
  }
}
