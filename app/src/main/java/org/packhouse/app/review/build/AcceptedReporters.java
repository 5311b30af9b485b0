package org.packhouse.app.review.build;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.identity.token.AccessTokens;
import org.packhouse.app.identity.token.TokenOwner;
import org.packhouse.app.identity.user.Group;
import org.packhouse.app.identity.user.Groups;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.springframework.stereotype.Component;

/** Resolves the reporters that a condition of merges accepts, and tests authors against them. */
@Component
public class AcceptedReporters {

  private static final int MAX_REPORTERS = 100;

  private final Users users;
  private final Groups groups;
  private final AccessTokens tokens;

  AcceptedReporters(Users users, Groups groups, AccessTokens tokens) {
    this.users = users;
    this.groups = groups;
    this.tokens = tokens;
  }

  public boolean accepts(Reporters reporters, @Nullable Author author) {
    if (reporters.isAnybody()) {
      return true;
    }
    return switch (author) {
      case null -> false;
      case Author.OfToken token -> reporters.tokens().contains(token.id());
      case Author.OfUser(long id) ->
          reporters.users().contains(id)
              || (!reporters.groups().isEmpty()
                  && groups.idsOf(id).stream().anyMatch(reporters.groups()::contains));
    };
  }

  /** Returns the reporters by ids; unknown names are refused. */
  public Reporters read(Resource resource, ReporterNames named) {
    List<String> userNames = present(named.users());
    List<String> groupNames = present(named.groups());
    List<String> tokenIds = present(named.tokens());
    int count = userNames.size() + groupNames.size() + tokenIds.size();
    if (count > MAX_REPORTERS) {
      throw new InvalidFieldException(
          "reporters",
          "A condition names at most %d reporters, not %d.".formatted(MAX_REPORTERS, count));
    }
    Set<String> known = new HashSet<>();
    for (String token : tokenIds) {
      if (!isToken(resource, token)) {
        throw unknown(
            "reporters.tokens", "%s has no access token with the id", resource.path(), token);
      }
      known.add(token);
    }
    return new Reporters(
        ids(userNames, name -> users.findByName(name).map(User::id).orElse(null), "users", "user"),
        ids(
            groupNames,
            name -> groups.findByName(name).map(Group::id).orElse(null),
            "groups",
            "group"),
        Set.copyOf(known));
  }

  private boolean isToken(Resource resource, String id) {
    long project = resource.project().id();
    return tokens.find(new TokenOwner.OfProject(project), id).isPresent()
        || (resource.repository() != null
            && tokens
                .find(new TokenOwner.OfRepository(resource.repository().id()), id)
                .isPresent());
  }

  private static Set<Long> ids(
      List<String> names, Function<String, @Nullable Long> find, String field, String what) {
    Set<Long> ids = new HashSet<>();
    for (String name : names) {
      Long id = find.apply(name);
      if (id == null) {
        throw unknown("reporters." + field, "There is no %s", what, name);
      }
      ids.add(id);
    }
    return Set.copyOf(ids);
  }

  private static InvalidFieldException unknown(
      String field, String beginning, String subject, String name) {
    return new InvalidFieldException(
        field, beginning.formatted(subject) + " " + InvalidFieldException.quote(name) + ".");
  }

  private static List<String> present(List<String> names) {
    return names.stream().filter(it -> it != null && !it.isBlank()).map(String::strip).toList();
  }

  /** Returns the reporters by names, or null if anybody is accepted. */
  public @Nullable ReporterNames names(Reporters reporters) {
    if (reporters.isAnybody()) {
      return null;
    }
    Map<Long, User> people = users.findAllById(reporters.users());
    Map<Long, Group> found = groups.findAllById(reporters.groups());
    return new ReporterNames(
        sorted(people.values(), User::name),
        sorted(found.values(), Group::name),
        reporters.tokens().stream().sorted().toList());
  }

  private static <T> List<String> sorted(Collection<T> all, Function<T, String> name) {
    return all.stream().map(name).sorted().toList();
  }

  /** Returns the names for people; empty if anybody is accepted. */
  public List<String> displayNames(Reporters reporters) {
    ReporterNames shown = names(reporters);
    return shown == null
        ? List.of()
        : Stream.of(shown.users(), shown.groups(), shown.tokens())
            .flatMap(it -> present(it).stream())
            .toList();
  }

  /** The reporters that a condition accepts, by user names, group names and token ids. */
  public record ReporterNames(List<String> users, List<String> groups, List<String> tokens) {}
}
