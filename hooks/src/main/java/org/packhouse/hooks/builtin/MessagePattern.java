package org.packhouse.hooks.builtin;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.packhouse.hooks.HistoryWalk;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.Refusal;

/** Refuses commits whose message does not match an expression, except merges. */
public final class MessagePattern implements PreReceiveHook {

  private static final String PATTERN = "pattern";
  private static final int MAX_PATTERN = 1000;
  private static final int MAX_MESSAGE = 20_000;

  @Override
  public String key() {
    return "org.packhouse.hooks:commit-message-pattern";
  }

  @Override
  public String name() {
    return "Commit message pattern";
  }

  @Override
  public String description() {
    return "Refuses commits in whose message the regular expression of the setting pattern is not"
        + " found. Merges are not looked at.";
  }

  @Override
  public List<SettingField> fields() {
    return List.of(
        new SettingField(
            PATTERN,
            "Pattern",
            SettingField.Kind.TEXT,
            "A regular expression, such as ^[A-Z]+-[0-9]+ for messages that begin with an issue."));
  }

  @Override
  public void validate(Map<String, Object> settings) {
    String pattern = Setting.text(settings, PATTERN, "");
    if (pattern.isEmpty() || pattern.length() > MAX_PATTERN) {
      throw new InvalidSettingException(
          PATTERN,
          "The setting pattern is a regular expression of 1 to %d characters."
              .formatted(MAX_PATTERN));
    }
    try {
      Pattern.compile(pattern);
    } catch (PatternSyntaxException e) {
      InvalidSettingException invalid =
          new InvalidSettingException(
              PATTERN, "The setting pattern is no regular expression: " + e.getDescription() + ".");
      invalid.initCause(e);
      throw invalid;
    }
  }

  @Override
  public List<Refusal> check(Arrival arrival, Map<String, Object> settings) throws IOException {
    String written = Setting.text(settings, PATTERN, "");
    Pattern pattern = Pattern.compile(written);
    List<Refusal> refusals = new ArrayList<>();
    for (RefChange change : arrival.arriving()) {
      try (HistoryWalk walk = new HistoryWalk(arrival.push().objects())) {
        for (RevCommit commit : arrival.commits(walk, change)) {
          String wrong = commit.getParentCount() > 1 ? "" : wrong(pattern, walk, commit);
          if (!wrong.isEmpty()) {
            refusals.add(
                new Refusal(
                    change.refName(),
                    "commit message refused",
                    List.of(
                        "The message of commit %s %s: %s"
                            .formatted(commit.abbreviate(11).name(), wrong, written))));
            break;
          }
        }
      }
    }
    return refusals;
  }

  private static String wrong(Pattern pattern, RevWalk walk, RevCommit commit) throws IOException {
    walk.parseBody(commit);
    String message = commit.getFullMessage();
    commit.disposeBody();
    String shown = message.substring(0, Math.min(message.length(), MAX_MESSAGE));
    try {
      return BoundedText.isFound(pattern, shown) ? "" : "does not match the pattern";
    } catch (BoundedText.TooLongException e) {
      return "takes too long to compare with the pattern, which an administrator must simplify";
    }
  }
}
