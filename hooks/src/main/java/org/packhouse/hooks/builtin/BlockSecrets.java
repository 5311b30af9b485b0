package org.packhouse.hooks.builtin;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.Refusal;

/**
 * Refuses files in which there are tokens or keys. It names file and line, and never the secret.
 * What the setting {@code allowedPaths} names (a path, or a directory with a slash at its end) is
 * not looked at; a secret that contains a text of {@code allowedTexts} is none.
 */
public final class BlockSecrets implements BuiltInHook {

  private static final int MAX_FILE = 2 << 20;
  private static final int MAX_LINE = 4096;
  private static final int MAX_ALLOWED = 200;
  private static final String PATHS = "allowedPaths";
  private static final String TEXTS = "allowedTexts";

  @Override
  public String key() {
    return "org.packhouse.hooks:block-secrets";
  }

  @Override
  public String name() {
    return "Block secrets";
  }

  @Override
  public String description() {
    return "Refuses files in which there are private keys or tokens of well-known services. The"
        + " settings allowedPaths and allowedTexts say what is let be.";
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
            "One a line: what contains such a text is let be."));
  }

  @Override
  public void validate(Map<String, Object> settings) {
    for (String name : List.of(PATHS, TEXTS)) {
      List<String> allowed = Setting.texts(settings, name);
      if (allowed.size() > MAX_ALLOWED || allowed.stream().anyMatch(String::isBlank)) {
        throw new InvalidSettingException(
            name,
            "The setting %s has at most %d entries, none of them empty."
                .formatted(name, MAX_ALLOWED));
      }
    }
  }

  @Override
  public List<Refusal> check(Arrival arrival, Map<String, Object> settings) throws IOException {
    List<String> paths = Setting.texts(settings, PATHS);
    List<String> texts = Setting.texts(settings, TEXTS);
    List<Refusal> refusals = new ArrayList<>();
    Set<ObjectId> fine = new HashSet<>();
    try (ObjectReader reader = arrival.push().objects().newObjectReader()) {
      for (RefChange change : arrival.arriving()) {
        arrival
            .firstWrong(
                change,
                fine,
                (path, blob, commit) ->
                    isAllowed(path, paths)
                        ? List.of()
                        : found(reader, blob, texts).stream()
                            .map(found ->
                                "%s, line %d, in commit %s: this looks like %s."
                                    .formatted(
                                        path,
                                        found.line(),
                                        commit.abbreviate(11).name(),
                                        found.kind()))
                            .toList())
            .ifPresent(wrong -> refusals.add(refusal(change, wrong)));
      }
    }
    return refusals;
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

  /** A secret: where it stands and what it looks like. */
  record Found(int line, String kind) {}

  private static List<Found> found(ObjectReader reader, ObjectId blob, List<String> allowed)
      throws IOException {
    ObjectLoader loader = reader.open(blob, Constants.OBJ_BLOB);
    if (loader.getSize() > MAX_FILE) {
      return List.of();
    }
    byte[] bytes = loader.getCachedBytes(MAX_FILE);
    return RawText.isBinary(bytes)
        ? List.of()
        : in(new String(bytes, StandardCharsets.UTF_8), allowed);
  }

  /** The first secret of each line; at most a few. */
  static List<Found> in(String text, List<String> allowed) {
    List<Found> found = new ArrayList<>();
    String[] lines = text.split("\n", -1);
    for (int i = 0; i < lines.length && found.size() < SecretRule.MAX_SHOWN; i++) {
      String line = lines[i].substring(0, Math.min(MAX_LINE, lines[i].length()));
      for (SecretRule rule : SecretRule.ALL) {
        Matcher matcher = rule.pattern().matcher(line);
        if (rule.mayBeIn(line) && matcher.find() && !isNone(matcher.group(), allowed)) {
          found.add(new Found(i + 1, rule.kind()));
          break;
        }
      }
    }
    return found;
  }

  private static boolean isNone(String secret, List<String> allowed) {
    return allowed.stream().anyMatch(secret::contains);
  }
}
