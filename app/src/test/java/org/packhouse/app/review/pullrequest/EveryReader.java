package org.packhouse.app.review.pullrequest;

import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.packhouse.app.testing.TestingServer;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Addresses of all pages and REST operations that read a repository, as Spring has found them. */
final class EveryReader {

  private static final Pattern VARIABLE =
      Pattern.compile("\\{\\*?(\\w+)(?::(?:[^{}]|\\{[^{}]*})*)?}");

  /** Settings and the like, which read nothing from Git. */
  private static final Pattern ELSEWHERE =
      Pattern.compile(
          "settings|webhooks|permissions|keys|tokens|restrictions|condition|hook|attachments|labels|"
              + "/users/|scm|default-tasks|lfs|audit|quota|import|sync/");

  private EveryReader() {}

  /**
   * Fills in the paths of all handlers.
   *
   * @param variables values of the variables in paths; others are 1
   */
  static SortedSet<String> of(TestingServer server, Map<String, String> variables) {
    SortedSet<String> addresses = new TreeSet<>();
    server
        .get(RequestMappingHandlerMapping.class)
        .getHandlerMethods()
        .forEach((info, handler) -> {
          if (info.getMethodsCondition().getMethods().contains(RequestMethod.GET)) {
            info.getPatternValues().stream()
                .filter(pattern -> pattern.contains("lug}"))
                .filter(pattern -> !ELSEWHERE.matcher(pattern).find())
                .forEach(pattern -> addresses.add(address(pattern, variables)));
          }
        });
    return addresses;
  }

  private static String address(String pattern, Map<String, String> variables) {
    return VARIABLE
        .matcher(pattern)
        .replaceAll(found ->
            Matcher.quoteReplacement(
                found.group(1).equals("version")
                    ? "1.0"
                    : variables.getOrDefault(found.group(1), "1")))
        .replace("**", variables.getOrDefault("path", ""));
  }
}
