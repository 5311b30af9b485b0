package org.packhouse.app.review.reviewer;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.identity.user.rest.UserView;
import org.packhouse.app.platform.node.ServerAddress;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.springframework.stereotype.Component;

/** Finds the users that requests name, by id or by name, and shows them. */
@Component
public class ReviewerNames {

  static final int MAX_USERS = 100;

  private final Users users;
  private final ServerAddress address;

  ReviewerNames(Users users, ServerAddress address) {
    this.users = users;
    this.address = address;
  }

  /** A user by id, or by name. */
  record UserBody(@Nullable Long id, @Nullable String name) {}

  /**
   * The ids of active users.
   *
   * @throws InvalidFieldException if one is not known, or there are too many
   */
  List<Long> require(String field, @Nullable List<@Nullable UserBody> named) {
    List<@Nullable UserBody> all = named == null ? List.of() : named;
    if (all.size() > MAX_USERS) {
      throw new InvalidFieldException(
          field, "At most %d users are named here, not %d.".formatted(MAX_USERS, all.size()));
    }
    Set<Long> found = new LinkedHashSet<>();
    for (UserBody user : all) {
      found.add(require(field, user == null ? new UserBody(null, null) : user).id());
    }
    return List.copyOf(found);
  }

  /**
   * The ids of active users.
   *
   * @throws InvalidFieldException if one is not known, or there are too many
   */
  public List<Long> named(String field, List<String> names) {
    List<@Nullable UserBody> named = new ArrayList<>();
    names.forEach(name -> named.add(new UserBody(null, name)));
    return require(field, named);
  }

  private User require(String field, UserBody named) {
    String name = named.name();
    Long id = named.id();
    Optional<User> user =
        name != null && !name.isEmpty()
            ? users.findByName(name)
            : id == null ? Optional.empty() : users.findById(id);
    return user.filter(User::active)
        .orElseThrow(() ->
            new InvalidFieldException(
                field,
                name == null && id == null
                    ? "A user is named by id or by name."
                    : "%s is not a user."
                        .formatted(InvalidFieldException.quote(name == null ? "" + id : name))));
  }

  /** The users of several lists of ids, in one statement. */
  public Map<Long, User> of(Collection<List<Long>> ids) {
    return users.findAllById(ids.stream().flatMap(List::stream).distinct().toList());
  }

  /** Those of a list that are there still. */
  List<UserView> views(List<Long> ids, Map<Long, User> found) {
    List<UserView> views = new ArrayList<>();
    ids.stream()
        .map(found::get)
        .filter(Objects::nonNull)
        .forEach(user -> views.add(UserView.of(user, address.baseUrl())));
    return views;
  }

  UserView view(User user) {
    return UserView.of(user, address.baseUrl());
  }
}
