package org.packhouse.app.identity.user.rest;

import java.util.List;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.node.ServerAddress;
import org.springframework.stereotype.Component;

/** Makes views of users. */
@Component
public class UserViews {

  private final Users users;
  private final ServerAddress address;

  UserViews(Users users, ServerAddress address) {
    this.users = users;
    this.address = address;
  }

  public UserView of(User user) {
    return UserView.of(user, address.baseUrl());
  }

  /** Returns the view of the user with that id, or the stand-in of a deleted user. */
  public UserView of(long id) {
    return UserView.of(users.findAllById(List.of(id)).get(id), id, address.baseUrl());
  }
}
