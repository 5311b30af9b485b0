package org.packhouse.app.review.reviewer;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.springframework.stereotype.Component;

/** Finds the active users that requests name. */
@Component
public class ReviewerNames {

  static final int MAX_USERS = 100;

  private final Users users;

  ReviewerNames(Users users) {
    this.users = users;
  }

  /** A user by name, or else by id. */
  public record Named(@Nullable Long id, @Nullable String name) {}

  /** Returns the ids of at most {@value #MAX_USERS} active users; unknown users are refused. */
  public List<Long> require(String field, @Nullable List<@Nullable Named> named) {
    List<@Nullable Named> all = named == null ? List.of() : named;
    if (all.size() > MAX_USERS) {
      throw new InvalidFieldException(
          field, "At most %d users are named here, not %d.".formatted(MAX_USERS, all.size()));
    }
    Set<Long> found = new LinkedHashSet<>();
    for (Named user : all) {
      found.add(require(field, user == null ? new Named(null, null) : user).id());
    }
    return List.copyOf(found);
  }

  public List<Long> named(String field, List<String> names) {
    List<@Nullable Named> named = new ArrayList<>();
    names.forEach(name -> named.add(new Named(null, name)));
    return require(field, named);
  }

  private User require(String field, Named named) {
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

  /** Returns the users of several lists of ids, in one statement. */
  public Map<Long, User> of(Collection<List<Long>> ids) {
    return users.findAllById(ids.stream().flatMap(List::stream).distinct().toList());
  }
}
