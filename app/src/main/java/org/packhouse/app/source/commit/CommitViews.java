package org.packhouse.app.source.commit;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserLists;
import org.packhouse.app.platform.node.ServerAddress;
import org.springframework.stereotype.Component;

/** Turns commits into what REST shows, with one statement for all the people they name. */
@Component
public class CommitViews {

  private final UserLists users;
  private final ServerAddress address;

  CommitViews(UserLists users, ServerAddress address) {
    this.users = users;
    this.address = address;
  }

  /** The view of a commit. */
  public CommitView of(Commit commit) {
    return of(List.of(commit)).getFirst();
  }

  /** The views of commits, in their order. */
  public List<CommitView> of(List<Commit> commits) {
    Set<String> emails = new HashSet<>();
    for (Commit commit : commits) {
      emails.add(commit.author().email());
      emails.add(commit.committer().email());
    }
    emails.remove("");
    Map<String, User> known = users.ofEmailAddresses(emails);
    String baseUrl = address.baseUrl();
    return commits.stream().map(commit -> view(commit, known, baseUrl)).toList();
  }

  private static CommitView view(Commit commit, Map<String, User> known, String baseUrl) {
    return CommitView.of(
        commit,
        person(commit.author(), known, baseUrl),
        person(commit.committer(), known, baseUrl));
  }

  private static PersonView person(Person person, Map<String, User> known, String baseUrl) {
    User user = known.get(person.email().toLowerCase(Locale.ROOT));
    return PersonView.of(person, user, baseUrl);
  }
}
