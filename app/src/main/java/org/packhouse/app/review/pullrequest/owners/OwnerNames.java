package org.packhouse.app.review.pullrequest.owners;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserLists;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.review.pullrequest.owners.CodeOwnersFile.Kind;
import org.packhouse.app.review.pullrequest.owners.CodeOwnersFile.Owner;
import org.packhouse.app.review.reviewer.ReviewerGroups;
import org.springframework.stereotype.Component;

/** Finds what those are called whom a file {@code CODEOWNERS} names. */
@Component
class OwnerNames {

  private final Users users;
  private final UserLists lists;
  private final ReviewerGroups groups;

  OwnerNames(Users users, UserLists lists, ReviewerGroups groups) {
    this.users = users;
    this.lists = lists;
    this.groups = groups;
  }

  /** The names of owners of one kind. */
  static List<String> of(Collection<Owner> owners, Kind kind) {
    return owners.stream().filter(it -> it.kind() == kind).map(Owner::name).toList();
  }

  /** Owners as a reader sees them, in three statements at most. */
  FileOwners seenBy(User reader, Repository target, CodeOwnersFile file) {
    Set<Owner> owners = file.owners();
    Map<String, User> byName = users.findAllByName(of(owners, Kind.USER));
    Map<String, User> byAddress = lists.ofEmailAddresses(of(owners, Kind.ADDRESS));
    Map<Owner, String> called = new HashMap<>();
    Set<Owner> own = new HashSet<>();
    for (Owner owner : owners) {
      User user =
          switch (owner.kind()) {
            case USER -> byName.get(owner.name());
            case ADDRESS -> byAddress.get(owner.name());
            case GROUP -> null;
          };
      if (user != null && user.id() == reader.id()) {
        called.put(owner, "you");
        own.add(owner);
      } else if (user != null) {
        called.put(owner, user.displayName());
      }
    }
    groups
        .namesWith(target, reader.id(), of(owners, Kind.GROUP))
        .forEach(name -> own.add(new Owner(name, Kind.GROUP)));
    return new FileOwners(file, called, own);
  }
}
