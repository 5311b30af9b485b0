package org.packhouse.app.review.pullrequest;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.ArchivedException;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.platform.refusal.OutOfDateException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.review.pullrequest.PullRequest.Description;
import org.packhouse.app.storage.refs.RefNames;

/** Checks the rules of pull requests, and words the refusals of those who break one. */
public final class PullRequestRules {

  static final int MAX_TITLE = 255;
  public static final int MAX_DESCRIPTION = 32_768;
  private static final Duration MAX_AGE = Duration.ofDays(36_500);

  private PullRequestRules() {}

  public static Description description(
      @Nullable String title, @Nullable String text, boolean draft) {
    String stripped = title == null ? "" : title.strip();
    if (stripped.isEmpty() || stripped.length() > MAX_TITLE || hasControl(stripped)) {
      throw new InvalidFieldException(
          "title",
          "The title of a pull request has 1 to %d characters in one line, not %s."
              .formatted(MAX_TITLE, InvalidFieldException.quote(stripped)));
    }
    if (text != null && (text.length() > MAX_DESCRIPTION || text.indexOf('\0') >= 0)) {
      throw new InvalidFieldException(
          "description",
          "The description of a pull request has at most %d characters, none of them NUL; this one has %d."
              .formatted(MAX_DESCRIPTION, text.length()));
    }
    return new Description(stripped, text == null || text.isBlank() ? null : text, draft);
  }

  private static boolean hasControl(String text) {
    return text.codePoints().anyMatch(Character::isISOControl);
  }

  public static String fullName(String field, @Nullable String name) {
    if (name == null || name.isBlank()) {
      throw new InvalidFieldException(field, "The field %s is required.".formatted(field));
    }
    return name.startsWith("refs/") ? name : RefNames.HEADS + name;
  }

  /** Returns the time some seconds ago, which {@code field} names. */
  public static Instant ago(String field, long seconds, Instant now) {
    if (seconds < 0 || seconds > MAX_AGE.toSeconds()) {
      throw new InvalidFieldException(
          field,
          "The parameter %s must be a number of seconds from 0 to a hundred years, not %d."
              .formatted(field, seconds));
    }
    return now.minusSeconds(seconds);
  }

  /** Returns the full names that the default branch may have, the likeliest first. */
  public static List<String> defaultBranches(Repository repository) {
    String named = repository.defaultBranch();
    return named == null
        ? List.of(RefNames.HEADS + "main", RefNames.HEADS + "master")
        : List.of(RefNames.HEADS + named);
  }

  static RefusedException noSuchBranch(Repository repository, String refName) {
    return new NoSuchException(
        Thing.BRANCH,
        "The branch %s does not exist in repository %s."
            .formatted(InvalidFieldException.quote(refName), repository.path()));
  }

  public static User user(Caller caller) {
    User user = caller.user();
    if (user == null) {
      throw new NotPermittedException(
          "Only users take part in pull requests.", true, caller instanceof Caller.Anonymous);
    }
    return user;
  }

  public static void refuseArchived(Repository repository) {
    if (repository.archived()) {
      throw new ArchivedException(
          "The repository %s is archived and read-only.".formatted(repository.path()));
    }
  }

  public static void requireOpen(PullRequest pullRequest) {
    switch (pullRequest.state()) {
      case OPEN -> {}
      case MERGED -> throw illegalState("This pull request has already been merged.");
      case DECLINED -> throw illegalState("This pull request has already been declined.");
    }
  }

  public static RefusedException illegalState(String message) {
    return new ConflictException(Conflict.PULL_REQUEST_STATE, message);
  }

  public static void requireVersion(PullRequest pullRequest, int known) {
    if (pullRequest.version() != known) {
      throw outOfDate(pullRequest, known);
    }
  }

  public static RefusedException outOfDate(PullRequest pullRequest, int known) {
    return new OutOfDateException(
        Thing.PULL_REQUEST,
        new OutOfDateException.Versions(pullRequest.version(), known),
        "The pull request %d has version %d and not %d: somebody has changed it. Read it again, then try once more."
            .formatted(pullRequest.number(), pullRequest.version(), known));
  }

  public static NotPermittedException refused(String reason) {
    return new NotPermittedException(reason, true, false);
  }
}
