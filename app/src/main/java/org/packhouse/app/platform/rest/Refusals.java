package org.packhouse.app.platform.rest;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.ArchivedException;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.ForbiddenException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.InvalidRequestException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.platform.refusal.OutOfDateException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.TakenException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.platform.refusal.TooLargeException;
import org.packhouse.app.platform.refusal.TryLaterException;
import org.packhouse.app.platform.refusal.Unavailability;
import org.packhouse.app.platform.refusal.VetoedException;
import org.packhouse.hooks.HistoryTooWideException;

/** The dialect's table of refusals: status, exception name and context of each. */
public final class Refusals {

  private Refusals() {}

  /** The reason for which one user cannot review, as clients read it. */
  private record ReviewerError(String context, String message) {}

  /** Renders a failure for the dialect; null if it is no refusal. */
  public static @Nullable RestFailure of(Throwable failure) {
    return switch (failure) {
      case RestFailure told -> told;
      case RefusedException refusal -> of(refusal);
      case Unavailability unavailable -> of(unavailable);
      case HistoryTooWideException e ->
          told(400, ExceptionName.ARGUMENT_VALIDATION, String.valueOf(e.getMessage()));
      default -> null;
    };
  }

  public static RestFailure of(RefusedException refusal) {
    String sentence = refusal.sentence();
    return switch (refusal) {
      case NoSuchException e -> told(404, nameOfMissing(e.thing()), sentence);
      case TakenException e -> taken(e, sentence);
      case OutOfDateException e -> outOfDate(e, sentence);
      case InvalidFieldException e ->
          new DialectFailure(
              400,
              e.fields().stream()
                  .map(field -> RestError.invalid(field.name(), field.message()))
                  .toList());
      case InvalidRequestException _ -> told(400, ExceptionName.ARGUMENT_VALIDATION, sentence);
      case NotPermittedException e -> notPermitted(e, sentence);
      case ForbiddenException _ -> told(403, ExceptionName.AUTHORISATION, sentence);
      case VetoedException e ->
          new DialectFailure(
              409,
              List.of(
                  RestError.of(
                      sentence,
                      ExceptionName.PULL_REQUEST_MERGE_VETOED,
                      Map.of(
                          "conflicted",
                          e.conflicted(),
                          "vetoes",
                          e.vetoes().stream()
                              .map(veto -> new VetoView(veto.summary(), veto.detail()))
                              .toList()))));
      case ArchivedException _ -> told(409, ExceptionName.REPOSITORY_ARCHIVED, sentence);
      case ConflictException e -> conflict(e, sentence);
      case TooLargeException _ -> told(413, ExceptionName.ARGUMENT_VALIDATION, sentence);
      case TryLaterException e ->
          switch (e.reason()) {
            case TOO_MANY_REQUESTS -> told(429, ExceptionName.RATE_LIMITED, sentence);
            case UNAVAILABLE ->
                new DialectFailure(503, List.of(new RestError(null, sentence, null)));
          };
    };
  }

  private static RestFailure of(Unavailability failure) {
    return switch (failure.unavailable()) {
      case DISK_FULL -> told(507, ExceptionName.SERVER, failure.sentence());
      case UNDECIDED -> told(503, ExceptionName.SERVER, failure.sentence());
    };
  }

  private static RestFailure taken(TakenException e, String sentence) {
    String field = e.field();
    if (field != null) {
      return new DialectFailure(
          409, List.of(new RestError(field, sentence, nameOfTaken(e.thing()).wireName())));
    }
    // In the dialect a typed name is invalid, while an existing ref is a duplicate.
    return told(e.thing() == Thing.REF_NAME ? 400 : 409, nameOfTaken(e.thing()), sentence);
  }

  private static RestFailure outOfDate(OutOfDateException e, String sentence) {
    ExceptionName name =
        switch (e.thing()) {
          case COMMENT -> ExceptionName.COMMENT_OUT_OF_DATE;
          case PULL_REQUEST -> ExceptionName.PULL_REQUEST_OUT_OF_DATE;
          default -> ExceptionName.FILE_OUT_OF_DATE;
        };
    OutOfDateException.Versions versions = e.versions();
    return new DialectFailure(
        409,
        List.of(
            RestError.of(
                sentence,
                name,
                versions == null
                    ? Map.of()
                    : Map.of(
                        "currentVersion",
                        versions.current(),
                        "expectedVersion",
                        versions.expected()))));
  }

  /** Anonymous callers get 401 in any case, others 401 for what they may see and 404 else. */
  private static RestFailure notPermitted(NotPermittedException e, String sentence) {
    if (e.anonymous()) {
      return told(
          401,
          ExceptionName.AUTHENTICATION_REQUIRED,
          "Authentication is required to access this resource.");
    }
    return e.visible()
        ? told(401, ExceptionName.AUTHORISATION, sentence)
        : told(404, ExceptionName.NO_SUCH_ENTITY, "There is no such resource.");
  }

  private static RestFailure conflict(ConflictException e, String sentence) {
    if (e.conflict() == Conflict.REVIEWERS) {
      return new DialectFailure(
          409,
          List.of(
              RestError.of(
                  sentence,
                  ExceptionName.INVALID_PULL_REQUEST_REVIEWERS,
                  Map.of(
                      "reviewerErrors",
                      e.each().stream()
                          .map(one -> new ReviewerError(one.name(), one.message()))
                          .toList(),
                      "validReviewers",
                      List.of()))));
    }
    return told(
        409,
        switch (e.conflict()) {
          case PULL_REQUEST_STATE -> ExceptionName.ILLEGAL_PULL_REQUEST_STATE;
          case NO_COMMITS -> ExceptionName.EMPTY_PULL_REQUEST;
          case PULL_REQUEST_TARGET -> ExceptionName.INVALID_PULL_REQUEST_TARGET;
          case PARTICIPANT_ROLE -> ExceptionName.INVALID_PULL_REQUEST_ROLE;
          case REVIEWERS -> ExceptionName.INVALID_PULL_REQUEST_REVIEWERS;
          case COMMENT_IN_USE -> ExceptionName.COMMENT_DELETION;
          case FILE_UNMODIFIED -> ExceptionName.FILE_CONTENT_UNMODIFIED;
          case REF_SYNCHRONIZED -> ExceptionName.REF_ALREADY_SYNCHRONIZED;
          case CHECK -> ExceptionName.HOOK_VETOED;
          case INTEGRITY -> ExceptionName.INTEGRITY;
        },
        sentence);
  }

  private static ExceptionName nameOfMissing(Thing thing) {
    return switch (thing) {
      case PROJECT, PROJECT_KEY, PROJECT_NAME -> ExceptionName.NO_SUCH_PROJECT;
      case REPOSITORY, REPOSITORY_NAME -> ExceptionName.NO_SUCH_REPOSITORY;
      case BRANCH, REF, REF_NAME -> ExceptionName.NO_SUCH_BRANCH;
      case TAG -> ExceptionName.NO_SUCH_TAG;
      case DEFAULT_BRANCH -> ExceptionName.NO_DEFAULT_BRANCH;
      case COMMIT -> ExceptionName.NO_SUCH_COMMIT;
      case PATH, FILE -> ExceptionName.NO_SUCH_PATH;
      case COMMENT -> ExceptionName.NO_SUCH_COMMENT;
      case PULL_REQUEST -> ExceptionName.NO_SUCH_PULL_REQUEST;
      case PARTICIPANT -> ExceptionName.NO_SUCH_PARTICIPANT;
      case USER -> ExceptionName.NO_SUCH_USER;
      case GROUP -> ExceptionName.NO_SUCH_GROUP;
      case LABEL -> ExceptionName.NO_SUCH_LABEL;
      case ENTITY -> ExceptionName.NO_SUCH_ENTITY;
    };
  }

  private static ExceptionName nameOfTaken(Thing thing) {
    return switch (thing) {
      case PROJECT_KEY -> ExceptionName.PROJECT_KEY_TAKEN;
      case PROJECT_NAME -> ExceptionName.PROJECT_NAME_TAKEN;
      case REPOSITORY_NAME -> ExceptionName.REPOSITORY_NAME_TAKEN;
      case BRANCH, TAG, REF, REF_NAME -> ExceptionName.DUPLICATE_REF;
      case FILE, PATH -> ExceptionName.FILE_ALREADY_EXISTS;
      default -> ExceptionName.INTEGRITY;
    };
  }

  private static RestFailure told(int status, ExceptionName name, String sentence) {
    return new DialectFailure(status, List.of(RestError.of(sentence, name)));
  }

  private record DialectFailure(int restStatus, List<RestError> restErrors)
      implements RestFailure {}
}
