package org.packhouse.app.review.reviewer.rest;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.rest.UserView;
import org.packhouse.app.platform.node.ServerAddress;
import org.springframework.stereotype.Component;

/** Shows reviewers to REST clients. */
@Component
class ReviewerViews {

  private final ServerAddress address;

  ReviewerViews(ServerAddress address) {
    this.address = address;
  }

  /** Returns the users of a list of ids in its order, without those that were deleted. */
  List<UserView> of(List<Long> ids, Map<Long, User> users) {
    return of(ids.stream().map(users::get).filter(Objects::nonNull).toList());
  }

  List<UserView> of(List<User> users) {
    return users.stream().map(user -> UserView.of(user, address.baseUrl())).toList();
  }
}
