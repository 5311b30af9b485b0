package org.packhouse.app.web.pullrequest;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.web.Links;
import org.springframework.web.util.HtmlUtils;

/** Makes links of names of users in HTML that is safe to show, outside of links and code. */
final class MentionLinks {

  /** A tag, or a name behind an {@code @}, which the sanitizer writes as a number. */
  private static final Pattern PIECE =
      Pattern.compile(
          "<(/?)(a|code|pre)\\b[^>]*>|<[^>]*>"
              + "|(?<![\\p{L}\\p{N}_@/.+;-])(?:@|&#64;)"
              + "(?:&(?:#34|quot);([^<&\\n]{1,255})&(?:#34|quot);"
              + "|([\\p{L}\\p{N}_](?:[\\p{L}\\p{N}_.+-]{0,253}[\\p{L}\\p{N}_])?))");

  private MentionLinks() {}

  /**
   * Links to those who are known.
   *
   * @param users by their names in lower case
   */
  static String of(String html, Map<String, User> users, String contextPath) {
    if (users.isEmpty()) {
      return html;
    }
    StringBuilder linked = new StringBuilder(html.length());
    Matcher pieces = PIECE.matcher(html);
    int within = 0;
    while (pieces.find()) {
      if (pieces.group(2) != null) {
        within += pieces.group(1).isEmpty() ? 1 : -1;
      }
      String name = pieces.group(3) == null ? pieces.group(4) : pieces.group(3);
      User user = name == null || within > 0 ? null : users.get(name.toLowerCase(Locale.ROOT));
      pieces.appendReplacement(
          linked,
          Matcher.quoteReplacement(user == null ? pieces.group() : link(user, contextPath)));
    }
    return pieces.appendTail(linked).toString();
  }

  private static String link(User user, String contextPath) {
    return "<a class=\"mention\" href=\"%s/users/%s\" title=\"%s\">@%s</a>"
        .formatted(
            contextPath,
            Links.encode(user.slug()),
            HtmlUtils.htmlEscape(user.displayName()),
            HtmlUtils.htmlEscape(user.name()));
  }
}
