package org.packhouse.app.web.source;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.review.pullrequest.PullRequests;
import org.packhouse.app.source.comment.Mentions;
import org.packhouse.app.source.issue.IssueTracker;
import org.packhouse.app.source.issue.IssueTrackers;
import org.packhouse.app.web.RepositoryView;
import org.springframework.stereotype.Component;

/**
 * Users (by lower-case name), pull requests and the issue tracker that texts refer to and that
 * exist. Without tracker, issue keys are not linked.
 */
public record TextReferences(
    Map<String, User> users, Set<Long> pullRequests, @Nullable IssueTracker tracker) {

  /** A pull request's number, outside of words, addresses and character references. */
  static final String NUMBER =
      "(?<![\\p{L}\\p{N}_/&#.-])#(?<number>[1-9]\\d{0,8})(?![\\p{L}\\p{N}_])";

  private static final Pattern NUMBERS = Pattern.compile(NUMBER);

  /** Numbers looked up for one page; the rest stays text. */
  private static final int MAX_NUMBERS = 200;

  /** Looks up the references in all texts of a page at once. */
  @Component
  public static class Search {

    private final Users users;
    private final PullRequests pullRequests;
    private final IssueTrackers trackers;

    Search(Users users, PullRequests pullRequests, IssueTrackers trackers) {
      this.users = users;
      this.pullRequests = pullRequests;
      this.trackers = trackers;
    }

    /** Finds the references in comments and descriptions. */
    public TextReferences in(Collection<String> texts, RepositoryView view) {
      Set<String> names = new HashSet<>();
      texts.forEach(text -> names.addAll(Mentions.in(text)));
      return of(users.findAllByName(names), texts, view);
    }

    /**
     * Finds the references in titles and commit messages, in which an {@code @} mentions nobody.
     */
    public TextReferences inMessages(Collection<String> texts, RepositoryView view) {
      return of(Map.of(), texts, view);
    }

    private TextReferences of(
        Map<String, User> people, Collection<String> texts, RepositoryView view) {
      Set<Long> numbers = new HashSet<>();
      for (String text : texts) {
        Matcher found = NUMBERS.matcher(text);
        while (numbers.size() < MAX_NUMBERS && found.find()) {
          numbers.add(Long.valueOf(found.group("number")));
        }
      }
      return new TextReferences(
          people,
          numbers.isEmpty() ? Set.of() : pullRequests.existing(view.repository(), numbers),
          trackers.inForce(view.repository(), view.caller().permissionStamp()));
    }
  }
}
