package org.packhouse.hooks.builtin;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevCommit;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.Refusal;
import org.packhouse.hooks.text.TextEncoding;

/**
 * Refuses files with tokens or keys, by own rules for distinctive formats and by those of Gitleaks.
 * Names file and line, never the secret. The setting {@code allowedPaths} excludes files, or
 * directories with a trailing slash; {@code allowedTexts} excludes secrets that contain a text;
 * {@code allowedRules} excludes rules of Gitleaks.
 */
public final class BlockSecrets extends PreReceiveHook {

  private static final int MAX_FILE = 2 << 20;
  private static final int MAX_LINE = 4096;
  private static final int MAX_ALLOWED = 200;
  private static final String PATHS = "allowedPaths";
  private static final String TEXTS = "allowedTexts";
  private static final String RULES = "allowedRules";

  /** Bounds the Gitleaks expressions per push; the rest is checked by own rules alone. */
  private static final long MAX_LOOKED = 32L << 20;

  private static final Duration MAX_TIME = Duration.ofSeconds(10);

  public BlockSecrets() {
    super(
        "org.packhouse.hooks:block-secrets",
        "Block secrets",
        "Refuses files in which there are private keys or tokens of well-known services. The"
            + " settings allowedPaths, allowedTexts and allowedRules say what is let be.");
  }

  @Override
  public List<SettingField> fields() {
    return List.of(
        new SettingField(
            PATHS,
            "Paths that are let be",
            SettingField.Kind.TEXTS,
            "One a line: a file, or a directory with a slash at its end."),
        new SettingField(
            TEXTS,
            "Texts that are no secrets",
            SettingField.Kind.TEXTS,
            "One a line: what contains such a text is let be."),
        new SettingField(
            RULES,
            "Rules that do not count",
            SettingField.Kind.TEXTS,
            "One a line: the name that a refusal tells, such as curl-auth-header."));
  }

  @Override
  public void validate(Map<String, Object> settings) {
    for (String name : List.of(PATHS, TEXTS, RULES)) {
      List<String> allowed = Setting.texts(settings, name);
      if (allowed.size() > MAX_ALLOWED || allowed.stream().anyMatch(String::isBlank)) {
        throw new InvalidSettingException(
            name,
            "The setting %s has at most %d entries, none of them empty."
                .formatted(name, MAX_ALLOWED));
      }
    }
    for (String rule : Setting.texts(settings, RULES)) {
      if (!GitleaksRules.all().ids().contains(rule)) {
        throw new InvalidSettingException(
            RULES, "The setting %s names \"%s\", which is no rule.".formatted(RULES, rule));
      }
    }
  }

  @Override
  public List<Refusal> check(Arrival arrival, Map<String, Object> settings) throws IOException {
    List<String> paths = Setting.texts(settings, PATHS);
    List<Refusal> refusals = new ArrayList<>();
    Set<Arrival.File> fine = new HashSet<>();
    try (ObjectReader reader = arrival.push().objects().newObjectReader()) {
      Search search =
          new Search(reader, Setting.texts(settings, TEXTS), Setting.texts(settings, RULES));
      for (RefChange change : arrival.arriving()) {
        Optional<List<String>> wrong =
            arrival.firstWrong(
                change,
                fine,
                (path, blob, commit) ->
                    isAllowed(path, paths) ? List.of() : search.wrong(path, blob, commit));
        wrong.ifPresent(it -> refusals.add(refusal(change, it)));
      }
    }
    return refusals;
  }

  /** A search of one push's files, with its remaining bounds. */
  private static final class Search {

    private final ObjectReader reader;
    private final List<String> texts;
    private final List<String> rules;
    private final long begun = System.nanoTime();
    private long left = MAX_LOOKED;

    Search(ObjectReader reader, List<String> texts, List<String> rules) {
      this.reader = reader;
      this.texts = texts;
      this.rules = rules;
    }

    List<String> wrong(String path, ObjectId blob, RevCommit commit) throws IOException {
      List<String> wrong = new ArrayList<>();
      String text = text(reader, blob);
      SortedMap<Integer, String> found = in(text, texts);
      if (found.size() < SecretRule.MAX_SHOWN) {
        long before = left;
        GitleaksRules.Search search =
            GitleaksRules.all()
                .in(
                    path,
                    text,
                    texts,
                    rules,
                    looked -> looked < before && System.nanoTime() - begun < MAX_TIME.toNanos());
        left -= search.looked();
        search
            .found()
            .forEach(it -> found.putIfAbsent(lineOf(text, it.at()), "a secret: " + it.rule()));
      }
      found.forEach((line, kind) -> {
        if (wrong.size() < SecretRule.MAX_SHOWN) {
          wrong.add(
              "%s, line %d, in commit %s: this looks like %s."
                  .formatted(path, line, commit.abbreviate(11).name(), kind));
        }
      });
      return wrong;
    }
  }

  private static Refusal refusal(RefChange change, List<String> wrong) {
    List<String> explanation = new ArrayList<>(wrong);
    explanation.add("Take it out of the commits, and make it void where it is used.");
    return new Refusal(change.refName(), "secret found", explanation);
  }

  private static boolean isAllowed(String path, List<String> allowed) {
    return allowed.stream()
        .anyMatch(it -> it.endsWith("/") ? path.startsWith(it) : path.equals(it));
  }

  private static String text(ObjectReader reader, ObjectId blob) throws IOException {
    ObjectLoader loader = reader.open(blob, Constants.OBJ_BLOB);
    if (loader.getSize() > MAX_FILE) {
      return "";
    }
    return TextEncoding.decode(loader.getCachedBytes(MAX_FILE)).orElse("");
  }

  /** Returns the first secret by own rules of each line, up to a few. */
  static SortedMap<Integer, String> in(String text, List<String> allowed) {
    SortedMap<Integer, String> found = new TreeMap<>();
    List<SecretRule> rules = SecretRule.ALL.stream().filter(it -> it.mayBeIn(text)).toList();
    if (rules.isEmpty()) {
      return found;
    }
    String[] lines = text.split("\n", -1);
    for (int i = 0; i < lines.length && found.size() < SecretRule.MAX_SHOWN; i++) {
      String line = lines[i].substring(0, Math.min(MAX_LINE, lines[i].length()));
      for (SecretRule rule : rules) {
        if (rule.mayBeIn(line)) {
          Matcher matcher = rule.pattern().matcher(line);
          if (matcher.find() && !isNone(matcher.group(), allowed)) {
            found.put(i + 1, rule.kind());
            break;
          }
        }
      }
    }
    return found;
  }

  private static int lineOf(String text, int at) {
    return 1 + (int) text.substring(0, at).chars().filter(it -> it == '\n').count();
  }

  private static boolean isNone(String secret, List<String> allowed) {
    return allowed.stream().anyMatch(secret::contains);
  }
}
