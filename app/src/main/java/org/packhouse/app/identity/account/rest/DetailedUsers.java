package org.packhouse.app.identity.account.rest;

import java.util.List;
import org.packhouse.app.identity.signin.LastSignIns;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.rest.UserViews;
import org.springframework.stereotype.Component;

/** Makes views of users for administrators, with their last sign-ins. */
@Component
class DetailedUsers {

  private final UserViews views;
  private final LastSignIns lastSignIns;

  DetailedUsers(UserViews views, LastSignIns lastSignIns) {
    this.views = views;
    this.lastSignIns = lastSignIns;
  }

  /** Shows the users of a page, in one statement. */
  List<DetailedUser> show(List<User> page) {
    var times = lastSignIns.of(page.stream().map(User::id).toList());
    return page.stream()
        .map(user -> DetailedUser.of(views.of(user), times.get(user.id())))
        .toList();
  }

  DetailedUser show(User user) {
    return show(List.of(user)).getFirst();
  }
}
