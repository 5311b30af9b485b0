package org.packhouse.app.identity.auth;

import java.util.List;
import org.packhouse.app.identity.user.Directory;
import org.packhouse.app.identity.user.User;
import org.springframework.stereotype.Component;

/** Shows users as administrators see them, with when they signed in last. */
@Component
class DetailedUsers {

  private final Directory directory;
  private final LastSignIns lastSignIns;

  DetailedUsers(Directory directory, LastSignIns lastSignIns) {
    this.directory = directory;
    this.lastSignIns = lastSignIns;
  }

  /** Users of a page, in one statement. */
  List<DetailedUser> show(List<User> page) {
    var times = lastSignIns.of(page.stream().map(User::id).toList());
    return page.stream()
        .map(user -> DetailedUser.of(directory.show(user), times.get(user.id())))
        .toList();
  }

  /** One user. */
  DetailedUser show(User user) {
    return show(List.of(user)).getFirst();
  }
}
