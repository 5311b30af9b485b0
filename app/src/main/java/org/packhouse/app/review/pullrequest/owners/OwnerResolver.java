package org.packhouse.app.review.pullrequest.owners;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
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

/** Resolves the owners that a {@code CODEOWNERS} file names to users and reviewer groups. */
@Component
class OwnerResolver {

  private final Users users;
  private final UserLists lists;
  private final ReviewerGroups groups;

  OwnerResolver(Users users, UserLists lists, ReviewerGroups groups) {
    this.users = users;
    this.lists = lists;
    this.groups = groups;
  }

  private static List<String> of(Collection<Owner> owners, Kind kind) {
    return owners.stream().filter(it -> it.kind() == kind).map(Owner::name).toList();
  }

  List<User> users(Repository target, Set<Owner> owners) {
    Map<Long, User> found = new LinkedHashMap<>();
    users.findAllByName(of(owners, Kind.USER)).values().forEach(user -> found.put(user.id(), user));
    lists
        .ofEmailAddresses(of(owners, Kind.ADDRESS))
        .values()
        .forEach(user -> found.put(user.id(), user));
    List<Long> members =
        groups.members(target, of(owners, Kind.GROUP)).stream()
            .limit(CodeOwnersFile.MAX_NAMED)
            .toList();
    users.findAllById(members).values().forEach(user -> found.put(user.id(), user));
    return List.copyOf(found.values());
  }

  FileOwners seenBy(User reader, Repository target, CodeOwnersFile file) {
    Set<Owner> owners = file.owners();
    Map<String, User> byName = users.findAllByName(of(owners, Kind.USER));
    Map<String, User> byAddress = lists.ofEmailAddresses(of(owners, Kind.ADDRESS));
    Map<Owner, String> names = new HashMap<>();
    Set<Owner> own = new HashSet<>();
    for (Owner owner : owners) {
      User user =
          switch (owner.kind()) {
            case USER -> byName.get(owner.name());
            case ADDRESS -> byAddress.get(owner.name());
            case GROUP -> null;
          };
      if (user != null && user.id() == reader.id()) {
        names.put(owner, "you");
        own.add(owner);
      } else if (user != null) {
        names.put(owner, user.displayName());
      }
    }
    groups
        .namesWith(target, reader.id(), of(owners, Kind.GROUP))
        .forEach(name -> own.add(new Owner(name, Kind.GROUP)));
    return new FileOwners(file, names, own);
  }
}
