package org.packhouse.app.source.issue;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/**
 * An issue tracker: the http or https URL of an issue's page, with {@value #PLACE} for the key, and
 * the prefixes of the keys that it resolves (none: all).
 */
public record IssueTracker(String url, List<String> prefixes) {

  static final String PLACE = "{key}";

  private static final int MAX_LENGTH = 1000;
  private static final int MAX_PREFIXES = 100;
  private static final String URL = "url";
  private static final String PREFIXES = "prefixes";
  private static final Pattern PREFIX = Pattern.compile("[A-Z][A-Z0-9_]{1,49}");

  /** Checks what was typed; null prefixes stand for all. */
  public static IssueTracker of(
      @Nullable String url, @Nullable Collection<? extends @Nullable String> prefixes) {
    return new IssueTracker(url(url), prefixes == null ? List.of() : prefixes(prefixes));
  }

  private static String url(@Nullable String text) {
    if (text == null || text.isBlank()) {
      throw new InvalidFieldException(
          URL, "An issue tracker needs the URL of an issue's page, with {key} for its key.");
    }
    String url = text.strip();
    if (url.length() > MAX_LENGTH) {
      throw new InvalidFieldException(
          URL,
          "The URL of an issue tracker has at most %d characters, not %d."
              .formatted(MAX_LENGTH, url.length()));
    }
    if (!url.contains(PLACE)) {
      throw wrong(url, "must have {key} where the key of an issue goes");
    }
    URI one = parsed(url, "A0-1");
    String scheme = String.valueOf(one.getScheme()).toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw wrong(url, "must begin with http:// or https://");
    }
    if (one.getHost() == null || one.getRawUserInfo() != null) {
      throw wrong(url, "must name a host, and no user");
    }
    if (!Objects.equals(one.getRawAuthority(), parsed(url, "B0-2").getRawAuthority())) {
      throw wrong(url, "must have {key} behind the host, not in it");
    }
    if (url.chars().anyMatch(c -> c <= ' ' || c > '~')) {
      throw wrong(url, "must have characters beyond ASCII percent-encoded");
    }
    return url;
  }

  private static URI parsed(String url, String key) {
    try {
      return new URI(url.replace(PLACE, key));
    } catch (URISyntaxException e) {
      InvalidFieldException wrong = wrong(url, "is no URL: " + e.getReason());
      wrong.initCause(e);
      throw wrong;
    }
  }

  private static InvalidFieldException wrong(String url, String rule) {
    return new InvalidFieldException(
        URL,
        "The URL of an issue tracker, %s, %s.".formatted(InvalidFieldException.quote(url), rule));
  }

  private static List<String> prefixes(Collection<? extends @Nullable String> written) {
    Set<String> prefixes = new LinkedHashSet<>();
    for (String each : written) {
      String prefix = each == null ? "" : each.strip();
      if (!PREFIX.matcher(prefix).matches()) {
        throw new InvalidFieldException(
            PREFIXES,
            "A prefix of keys has 2 to 50 capitals, digits and underscores and begins with a capital, such as ABC; not %s."
                .formatted(InvalidFieldException.quote(prefix)));
      }
      prefixes.add(prefix);
    }
    if (prefixes.size() > MAX_PREFIXES) {
      throw new InvalidFieldException(
          PREFIXES,
          "An issue tracker has at most %d prefixes of keys, not %d."
              .formatted(MAX_PREFIXES, prefixes.size()));
    }
    return List.copyOf(prefixes);
  }

  /** Returns the page of an issue, or null for a key with another prefix. */
  public @Nullable String urlOf(String key) {
    String prefix = key.substring(0, key.lastIndexOf('-'));
    return prefixes.isEmpty() || prefixes.contains(prefix) ? url.replace(PLACE, key) : null;
  }

  /** Returns links for the keys that the tracker resolves, in order. */
  public List<IssueLink> links(Collection<String> keys) {
    List<IssueLink> links = new ArrayList<>();
    for (String key : keys) {
      String page = urlOf(key);
      if (page != null) {
        links.add(new IssueLink(key, page));
      }
    }
    return links;
  }
}
