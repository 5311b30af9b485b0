package org.packhouse.app.source.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.highlight.Languages;

/**
 * A parsed search: words and {@code "phrases"}, all of which must occur, and the filters {@code
 * project:}, {@code repo:}, {@code path:}, {@code ext:} and {@code lang:}. There are no other
 * operators; case is ignored, and all but {@code text} is in lower case.
 */
public record SearchQuery(
    String text,
    List<String> terms,
    @Nullable String project,
    @Nullable String repository,
    @Nullable String path,
    @Nullable List<String> endings) {

  public static final int MAX_LENGTH = 250;

  private static final int MAX_TERMS = 10;
  private static final String FIELD = "query";

  private static final Pattern PART =
      Pattern.compile(
          "(?:(?<field>project|repo|path|ext|lang):(?:\"(?<quoted>[^\"]+)\"|(?<value>\\S+)))"
              + "|\"(?<phrase>[^\"]+)\"|(?<word>\\S+)");

  /** The trigram index needs three letters or digits in a row. */
  private static final Pattern INDEXED = Pattern.compile("[\\p{L}\\p{N}]{3}");

  public static SearchQuery parse(String text) {
    String wanted = text.strip();
    if (wanted.length() > MAX_LENGTH) {
      throw new InvalidFieldException(
          FIELD,
          "A search has at most %d characters; this one has %d."
              .formatted(MAX_LENGTH, wanted.length()));
    }
    Reading reading = new Reading();
    Matcher part = PART.matcher(wanted);
    while (part.find()) {
      reading.take(part);
    }
    reading.check(wanted);
    return new SearchQuery(
        wanted,
        List.copyOf(reading.terms),
        reading.project,
        reading.repository,
        reading.path,
        reading.endings);
  }

  public String words() {
    return String.join(" ", terms);
  }

  private static final class Reading {
    private final List<String> terms = new ArrayList<>();
    private @Nullable String project;
    private @Nullable String repository;
    private @Nullable String path;
    private @Nullable List<String> endings;

    void take(Matcher part) {
      String field = part.group("field");
      String phrase = part.group("phrase");
      if (field == null) {
        String term = phrase == null ? part.group("word") : phrase;
        // PostgreSQL cannot store a NUL: nothing would match.
        String lower = term.toLowerCase(Locale.ROOT).replace("\0", "").strip();
        if (!lower.isEmpty() && !terms.contains(lower)) {
          terms.add(lower);
        }
        return;
      }
      String quoted = part.group("quoted");
      narrow(field, (quoted == null ? part.group("value") : quoted).replace("\0", ""));
    }

    private void narrow(String field, String value) {
      switch (field) {
        case "project" -> project = value;
        case "repo" -> {
          int slash = value.indexOf('/');
          repository = value.substring(slash + 1);
          project = slash > 0 ? value.substring(0, slash) : project;
        }
        case "path" -> path = value.toLowerCase(Locale.ROOT);
        case "ext" ->
            endings = List.of("." + value.toLowerCase(Locale.ROOT).replaceFirst("^\\.", ""));
        default -> {
          List<String> known = Languages.endings(value);
          if (known.isEmpty()) {
            throw new InvalidFieldException(
                FIELD, "No language is called %s.".formatted(InvalidFieldException.quote(value)));
          }
          endings = known;
        }
      }
    }

    void check(String wanted) {
      if (terms.size() > MAX_TERMS) {
        throw new InvalidFieldException(
            FIELD,
            "A search has at most %d words; this one has %d.".formatted(MAX_TERMS, terms.size()));
      }
      if (terms.stream().noneMatch(term -> INDEXED.matcher(term).find())) {
        throw new InvalidFieldException(
            FIELD,
            "A search needs a word with three letters or digits in a row; %s has none."
                .formatted(InvalidFieldException.quote(wanted)));
      }
    }
  }
}
