package org.packhouse.app.web.source;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.source.issue.IssueKeys;
import org.packhouse.app.source.issue.IssueTracker;
import org.packhouse.app.web.layout.Links;
import org.springframework.web.util.HtmlUtils;

/**
 * Links user names, pull request numbers ({@code #12}), issue keys and commit ids in sanitised
 * HTML, outside of links and code.
 */
public final class TextLinks {

  /** Links in one text; the rest stays text, so that no page is many times its text. */
  private static final int MAX_LINKS = 1000;

  /**
   * A tag, a name behind an {@code @}, which the sanitiser may write as a number, or another
   * reference.
   */
  private static final Pattern PIECE =
      Pattern.compile(
          "<(?<end>/?)(?<tag>a|code|pre)\\b[^>]*>|<[^>]*>"
              + "|(?<![\\p{L}\\p{N}_@/.+;-])(?:@|&#64;)"
              + "(?:&(?:#34|quot);(?<quoted>[^<&\\n]{1,255})&(?:#34|quot);"
              + "|(?<name>[\\p{L}\\p{N}_](?:[\\p{L}\\p{N}_.+-]{0,253}[\\p{L}\\p{N}_])?))"
              + "|"
              + TextReferences.NUMBER
              + "|"
              + IssueKeys.IN_TEXT
              + "|(?<![\\p{L}\\p{N}_/.#:=&-])(?<commit>[0-9a-f]{7,40})(?![\\p{L}\\p{N}_-])");

  private static final Pattern DIGIT_AND_LETTER =
      Pattern.compile(".*(?:[0-9].*[a-f]|[a-f].*[0-9]).*");

  private TextLinks() {}

  /** Links known references; {@code repositoryUrl} is that of the repository of the text. */
  public static String of(
      String html, TextReferences named, String contextPath, String repositoryUrl) {
    StringBuilder linked = new StringBuilder(html.length());
    Matcher pieces = PIECE.matcher(html);
    int within = 0;
    int links = 0;
    while (links < MAX_LINKS && pieces.find()) {
      if (pieces.group("tag") != null) {
        within += pieces.group("end").isEmpty() ? 1 : -1;
      }
      String link = within > 0 ? null : link(pieces, named, contextPath, repositoryUrl);
      if (link != null) {
        links++;
        pieces.appendReplacement(linked, Matcher.quoteReplacement(link));
      }
    }
    return pieces.appendTail(linked).toString();
  }

  private static @Nullable String link(
      Matcher piece, TextReferences named, String contextPath, String repositoryUrl) {
    String number = piece.group("number");
    if (number != null) {
      return named.pullRequests().contains(Long.valueOf(number))
          ? "<a href=\"%s/pull-requests/%s\">#%s</a>".formatted(repositoryUrl, number, number)
          : null;
    }
    String key = piece.group("key");
    if (key != null) {
      return issue(key, named.tracker());
    }
    String commit = piece.group("commit");
    if (commit != null) {
      // Words and numbers that look like an id seldom have both digits and letters.
      return DIGIT_AND_LETTER.matcher(commit).matches()
          ? "<a class=\"mono\" href=\"%s/commits/%s\">%s</a>"
              .formatted(repositoryUrl, commit, commit)
          : null;
    }
    String name = piece.group("quoted") == null ? piece.group("name") : piece.group("quoted");
    User user = name == null ? null : named.users().get(name.toLowerCase(Locale.ROOT));
    return user == null ? null : mention(user, contextPath);
  }

  private static @Nullable String issue(String key, @Nullable IssueTracker tracker) {
    String url = tracker == null ? null : tracker.urlOf(key);
    return url == null
        ? null
        : "<a rel=\"noopener noreferrer nofollow\" href=\"%s\">%s</a>"
            .formatted(HtmlUtils.htmlEscape(url), key);
  }

  private static String mention(User user, String contextPath) {
    return "<a class=\"mention\" href=\"%s/users/%s\" title=\"%s\">@%s</a>"
        .formatted(
            contextPath,
            Links.encode(user.slug()),
            HtmlUtils.htmlEscape(user.displayName()),
            HtmlUtils.htmlEscape(user.name()));
  }
}
