package org.packhouse.app.web.pullrequest;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.networks.pullrequest.PullRequests;
import org.packhouse.app.source.comment.Mentions;
import org.springframework.stereotype.Component;

/**
 * Things that texts about a repository name and that are there.
 *
 * @param users by their names in lower case
 * @param pullRequests the numbers of those of the repository
 */
record TextReferences(Map<String, User> users, Set<Long> pullRequests) {

  /** The number of a pull request, outside of words, addresses and the codes of characters. */
  static final String NUMBER =
      "(?<![\\p{L}\\p{N}_/&#.-])#(?<number>[1-9]\\d{0,8})(?![\\p{L}\\p{N}_])";

  private static final Pattern NUMBERS = Pattern.compile(NUMBER);

  /** Numbers that the texts of a page name; those that follow stay text. */
  private static final int MAX_NUMBERS = 200;

  /** Looks such things up: those of all texts of a page at once. */
  @Component
  record Search(Users users, PullRequests pullRequests) {

    TextReferences in(Collection<String> texts, Repository repository) {
      Set<String> names = new HashSet<>();
      Set<Long> numbers = new HashSet<>();
      for (String text : texts) {
        names.addAll(Mentions.in(text));
        Matcher found = NUMBERS.matcher(text);
        while (found.find() && numbers.size() < MAX_NUMBERS) {
          numbers.add(Long.valueOf(found.group("number")));
        }
      }
      return new TextReferences(
          users.findAllByName(names),
          numbers.isEmpty() ? Set.of() : pullRequests.existing(repository, numbers));
    }
  }
}
