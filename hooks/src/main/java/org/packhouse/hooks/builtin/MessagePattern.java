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
public final class MessagePattern extends PreReceiveHook {

  private static final String PATTERN = "pattern";
  private static final int MAX_PATTERN = 1000;
  private static final int MAX_MESSAGE = 20_000;

  public MessagePattern() {
    super(
        "org.packhouse.hooks:commit-message-pattern",
        "Commit message pattern",
        "Refuses commits in whose message the regular expression of the setting pattern is not"
            + " found. Merges are not looked at.");
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

  /** Bounds the accesses to a text, so that no expression and no push blocks a CPU for long. */
  private static final class BoundedText implements CharSequence {

    private static final int LOOKS_A_CHARACTER = 200;
    private static final int LOOKS_AT_LEAST = 200_000;

    private final CharSequence text;
    private long left;

    private BoundedText(CharSequence text) {
      this.text = text;
      left = Math.max(LOOKS_AT_LEAST, (long) text.length() * LOOKS_A_CHARACTER);
    }

    static final class TooLongException extends RuntimeException {

      private static final long serialVersionUID = 1L;
    }

    static boolean isFound(Pattern pattern, CharSequence text) {
      try {
        return pattern.matcher(new BoundedText(text)).find();
      } catch (StackOverflowError e) {
        TooLongException failure = new TooLongException();
        failure.initCause(e);
        throw failure;
      }
    }

    @Override
    public char charAt(int index) {
      if (--left < 0) {
        throw new TooLongException();
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.subSequence(start, end);
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }
}
