package org.packhouse.app.identity.account;

import java.util.List;
import org.packhouse.app.identity.signin.LastSignIns;
import org.packhouse.app.identity.user.Principals;
import org.packhouse.app.identity.user.User;
import org.springframework.stereotype.Component;

/** Shows users as administrators see them, with when they signed in last. */
@Component
class DetailedUsers {

  private final Principals principals;
  private final LastSignIns lastSignIns;

  DetailedUsers(Principals principals, LastSignIns lastSignIns) {
    this.principals = principals;
    this.lastSignIns = lastSignIns;
  }

  /** Users of a page, in one statement. */
  List<DetailedUser> show(List<User> page) {
    var times = lastSignIns.of(page.stream().map(User::id).toList());
    return page.stream()
        .map(user -> DetailedUser.of(principals.show(user), times.get(user.id())))
        .toList();
  }

  /** One user. */
  DetailedUser show(User user) {
    return show(List.of(user)).getFirst();
  }
}
