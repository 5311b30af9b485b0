package org.packhouse.app.review.pullrequest.rest;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.pullrequest.ParticipantRole;
import org.packhouse.app.review.pullrequest.PullRequestEdit;
import org.packhouse.app.review.pullrequest.ReviewStatus;

final class PullRequestBodies {

  private PullRequestBodies() {}

  record ProjectBody(@Nullable String key) {}

  record RepositoryBody(@Nullable String slug, @Nullable ProjectBody project, @Nullable Long id) {}

  /** A branch by full or short name; its repository defaults to the one of the path. */
  record RefBody(@Nullable String id, @Nullable RepositoryBody repository) {}

  record UserBody(@Nullable String name) {}

  /** A user, as an object or within a participant. */
  record ReviewerBody(@Nullable UserBody user, @Nullable String name) {

    String requiredName() {
      String found = user == null ? name : user.name();
      if (found == null || found.isEmpty()) {
        throw new InvalidFieldException("reviewers", "A reviewer needs a user with a name.");
      }
      return found;
    }
  }

  record Body(
      @Nullable Integer version,
      @Nullable String title,
      @Nullable String description,
      @Nullable Boolean draft,
      @Nullable RefBody fromRef,
      @Nullable RefBody toRef,
      @Nullable List<ReviewerBody> reviewers) {

    List<String> reviewerNames() {
      List<String> names = new ArrayList<>();
      if (reviewers != null) {
        reviewers.forEach(reviewer -> names.add(reviewer.requiredName()));
      }
      return names;
    }

    PullRequestEdit edit() {
      return new PullRequestEdit(
          version == null ? NO_VERSION : version,
          title,
          description,
          draft,
          toRef == null ? null : toRef.id(),
          reviewers == null ? null : reviewerNames());
    }
  }

  /** A version that no pull request has. */
  static final int NO_VERSION = -1;

  /** The version that the client has read, in the body or the query. */
  record VersionBody(@Nullable Integer version, @Nullable String comment) {

    static int of(@Nullable VersionBody body, @Nullable Integer parameter) {
      if (body != null && body.version() != null) {
        return body.version();
      }
      return parameter == null ? NO_VERSION : parameter;
    }
  }

  record StatusBody(
      @Nullable UserBody user,
      @Nullable Boolean approved,
      @Nullable String status,
      @Nullable String lastReviewedCommit) {

    ReviewStatus requiredStatus() {
      if (status == null || status.isEmpty()) {
        if (approved == null) {
          throw new InvalidFieldException("status", "The status of the participant is required.");
        }
        return approved ? ReviewStatus.APPROVED : ReviewStatus.UNAPPROVED;
      }
      return constant("status", status, ReviewStatus.class);
    }

    String requiredUser() {
      return required(user);
    }
  }

  record RoleBody(@Nullable UserBody user, @Nullable String role) {

    String requiredReviewer() {
      if (role != null
          && constant("role", role, ParticipantRole.class) != ParticipantRole.REVIEWER) {
        throw new InvalidFieldException(
            "role",
            "The role that can be given is REVIEWER, not %s."
                .formatted(InvalidFieldException.quote(role)));
      }
      return required(user);
    }
  }

  private static String required(@Nullable UserBody user) {
    if (user == null || user.name() == null || user.name().isEmpty()) {
      throw new InvalidFieldException("user.name", "The name of the user is required.");
    }
    return user.name();
  }

  static <E extends Enum<E>> E constant(String field, String text, Class<E> type) {
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equals(text.toUpperCase(Locale.ROOT))) {
        return constant;
      }
    }
    throw new InvalidFieldException(
        field,
        "The field %s must be one of %s, not %s."
            .formatted(field, List.of(type.getEnumConstants()), InvalidFieldException.quote(text)));
  }
}
