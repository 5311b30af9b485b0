package org.packhouse.hooks.builtin;

import com.google.re2j.Pattern;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongPredicate;
import org.ahocorasick.trie.Trie;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.toml.TomlMapper;

/**
 * The rules of Gitleaks, from its published file, with its licence beside it; newer versions
 * replace it unchanged. Only text near a rule's keywords is searched; one pass finds all keywords.
 *
 * <p>Omitted are the rule that guesses at values of names like key, and rules without an expression
 * for content.
 */
final class GitleaksRules {

  private static final Set<String> LEFT_OUT = Set.of("generic-api-key");

  /** Characters searched before and after a keyword. */
  private static final int BEFORE = 1000;

  private static final int BEHIND = 4096;

  /** Longer regions are searched in parts, between which a search may end. */
  private static final int MAX_PART = 64 * 1024;

  private final Map<String, List<GitleaksRule>> byKeyword;
  private final Map<String, GitleaksRule> byId;
  private final GitleaksRule.Allowed everywhere;
  private final Trie keywords;

  private GitleaksRules(JsonNode file) {
    everywhere = allowed(file.path("allowlist"));
    byKeyword = new HashMap<>();
    byId = new LinkedHashMap<>();
    for (JsonNode rule : file.path("rules")) {
      if (rule.has("regex") && !LEFT_OUT.contains(rule.path("id").asString())) {
        add(rule);
      }
    }
    keywords = Trie.builder().addKeywords(byKeyword.keySet()).build();
  }

  private void add(JsonNode node) {
    List<GitleaksRule.Allowed> allowed = new ArrayList<>(List.of(everywhere));
    node.path("allowlists").forEach(it -> allowed.add(allowed(it)));
    GitleaksRule rule =
        new GitleaksRule(
            node.path("id").asString(),
            Pattern.compile(node.path("regex").asString()),
            node.has("path") ? Pattern.compile(node.path("path").asString()) : null,
            node.path("entropy").asDouble(0),
            node.path("secretGroup").asInt(0),
            List.copyOf(allowed));
    byId.put(rule.id(), rule);
    for (JsonNode keyword : node.path("keywords")) {
      byKeyword
          .computeIfAbsent(keyword.asString().toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
          .add(rule);
    }
  }

  private static GitleaksRule.Allowed allowed(JsonNode node) {
    return new GitleaksRule.Allowed(
        node.path("condition").asString("OR").equals("AND"),
        patterns(node.path("paths")),
        GitleaksRule.Target.valueOf(
            node.path("regexTarget").asString("secret").toUpperCase(Locale.ROOT)),
        patterns(node.path("regexes")),
        node.path("stopwords")
            .valueStream()
            .map(it -> it.asString().toLowerCase(Locale.ROOT))
            .toList());
  }

  private static List<Pattern> patterns(JsonNode expressions) {
    return expressions.valueStream().map(it -> Pattern.compile(it.asString())).toList();
  }

  /** Lazy holder. */
  private static final class Read {

    private static final GitleaksRules ALL = read();

    private static GitleaksRules read() {
      try (InputStream file =
          Objects.requireNonNull(
              GitleaksRules.class.getResourceAsStream("gitleaks/gitleaks.toml"))) {
        return new GitleaksRules(new TomlMapper().readTree(file));
      } catch (IOException e) {
        throw new IllegalStateException("Cannot read the Gitleaks rules", e);
      }
    }
  }

  static GitleaksRules all() {
    return Read.ALL;
  }

  Collection<String> ids() {
    return byId.keySet();
  }

  private record Part(int from, int to) {}

  /** Findings, and the characters that expressions have read. */
  record Search(List<Found> found, long looked) {}

  /** A secret's index in the text, and its rule. */
  record Found(int at, String rule) {}

  /**
   * Searches a file until a few secrets are found, except those that contain an excluded text.
   * {@code goOn} decides by the characters read whether to search another part.
   */
  Search in(String file, String text, List<String> none, List<String> rules, LongPredicate goOn) {
    List<Found> found = new ArrayList<>();
    long looked = 0;
    if (everywhere.isPath(file)) {
      return new Search(found, looked);
    }
    for (Map.Entry<GitleaksRule, List<Part>> entry : parts(text).entrySet()) {
      GitleaksRule rule = entry.getKey();
      if (!rules.contains(rule.id()) && rule.isFor(file)) {
        for (Part part : entry.getValue()) {
          if (!goOn.test(looked) || found.size() >= SecretRule.MAX_SHOWN) {
            return new Search(found, looked);
          }
          looked += part.to() - part.from();
          int at = rule.firstIn(file, text, part.from(), part.to(), none);
          if (at >= 0) {
            found.add(new Found(at, rule.id()));
          }
        }
      }
    }
    return new Search(found, looked);
  }

  /** Returns the parts to search by rule. */
  private Map<GitleaksRule, List<Part>> parts(String text) {
    Map<String, List<Part>> byWord = new HashMap<>();
    keywords.parseText(
        lower(text),
        hit -> {
          Part part = around(text, hit.getStart(), hit.getEnd() + 1);
          List<Part> parts = byWord.computeIfAbsent(hit.getKeyword(), _ -> new ArrayList<>());
          Part last = parts.isEmpty() ? null : parts.getLast();
          if (last != null && part.from() <= last.to() && part.to() - last.from() <= MAX_PART) {
            parts.set(parts.size() - 1, new Part(last.from(), part.to()));
          } else {
            parts.add(part);
          }
          return true;
        });
    Map<GitleaksRule, List<Part>> byRule = new LinkedHashMap<>();
    byWord.forEach((word, parts) ->
        byKeyword
            .getOrDefault(word, List.of())
            .forEach(rule -> byRule.computeIfAbsent(rule, _ -> new ArrayList<>()).addAll(parts)));
    return byRule;
  }

  /** Lowers ASCII only, so that indexes stay valid. */
  private static String lower(String text) {
    StringBuilder lower = new StringBuilder(text);
    for (int i = 0; i < lower.length(); i++) {
      char c = lower.charAt(i);
      if (c >= 'A' && c <= 'Z') {
        lower.setCharAt(i, (char) (c + 32));
      }
    }
    return lower.toString();
  }

  private static Part around(String text, int start, int end) {
    int from = Math.max(0, start - BEFORE);
    int line = GitleaksRule.lineBegin(text, from, start);
    return new Part(
        line > from ? earlierLine(text, from, line) : from, Math.min(text.length(), end + BEHIND));
  }

  /** Returns the first line start after a place, so that no word is cut. */
  private static int earlierLine(String text, int from, int line) {
    int first = text.indexOf('\n', from);
    return from == 0 ? 0 : first < 0 || first + 1 > line ? line : first + 1;
  }
}
