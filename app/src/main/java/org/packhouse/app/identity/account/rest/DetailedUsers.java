package org.packhouse.app.identity.account.rest;

import java.util.List;
import org.packhouse.app.identity.signin.LastSignIns;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.rest.UserViews;
import org.springframework.stereotype.Component;

/** Shows users as administrators see them, with when they signed in last. */
@Component
class DetailedUsers {

  private final UserViews views;
  private final LastSignIns lastSignIns;

  DetailedUsers(UserViews views, LastSignIns lastSignIns) {
    this.views = views;
    this.lastSignIns = lastSignIns;
  }

  /** Users of a page, in one statement. */
  List<DetailedUser> show(List<User> page) {
    var times = lastSignIns.of(page.stream().map(User::id).toList());
    return page.stream()
        .map(user -> DetailedUser.of(views.of(user), times.get(user.id())))
        .toList();
  }

  /** One user. */
  DetailedUser show(User user) {
    return show(List.of(user)).getFirst();
  }
}
