package org.packhouse.app.source.commit.rest;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.packhouse.app.identity.user.UserLists;
import org.packhouse.app.platform.node.ServerAddress;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitAccounts;
import org.packhouse.app.source.commit.Person;
import org.springframework.stereotype.Component;

/** Converts commits to their REST form; the accounts of all people are read in one statement. */
@Component
public class CommitViews {

  private final UserLists users;
  private final ServerAddress address;

  CommitViews(UserLists users, ServerAddress address) {
    this.users = users;
    this.address = address;
  }

  public CommitView of(Commit commit) {
    return of(List.of(commit)).getFirst();
  }

  public List<CommitView> of(List<Commit> commits) {
    Set<String> emails = new HashSet<>();
    for (Commit commit : commits) {
      emails.add(commit.author().email());
      emails.add(commit.committer().email());
    }
    emails.remove("");
    return of(commits, new CommitAccounts.Found(users.ofCommitAddresses(emails)));
  }

  /** Converts commits with accounts that are known already. */
  public List<CommitView> of(List<Commit> commits, CommitAccounts.Found accounts) {
    String baseUrl = address.baseUrl();
    return commits.stream()
        .map(commit ->
            CommitView.of(
                commit,
                person(commit.author(), accounts, baseUrl),
                person(commit.committer(), accounts, baseUrl)))
        .toList();
  }

  private static PersonView person(Person person, CommitAccounts.Found accounts, String baseUrl) {
    return PersonView.of(person, accounts.of(person), baseUrl);
  }
}
