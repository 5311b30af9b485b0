package org.packhouse.app.review.pullrequest.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.rest.RepositoryView;
import org.packhouse.app.identity.user.rest.UserView;
import org.packhouse.app.review.pullrequest.ParticipantRole;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestState;
import org.packhouse.app.review.pullrequest.ReviewStatus;

/** A pull request in the REST dialect; times are milliseconds since 1970. */
public record PullRequestView(
    @JsonUnwrapped Summary summary,
    @JsonUnwrapped Times times,
    @JsonUnwrapped Branches branches,
    @JsonUnwrapped People people,
    Map<String, Object> properties,
    Map<String, List<Map<String, String>>> links) {

  /** Title, description and state of a pull request. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Summary(
      long id,
      int version,
      @JsonUnwrapped Text text,
      PullRequestState state,
      boolean open,
      boolean closed,
      boolean draft) {

    static Summary of(PullRequest it) {
      return new Summary(
          it.number(),
          it.version(),
          new Text(it.about().title(), it.about().text()),
          it.state(),
          it.isOpen(),
          !it.isOpen(),
          it.about().draft());
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Text(String title, @Nullable String description) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Times(long createdDate, long updatedDate, @Nullable Long closedDate) {

    static Times of(PullRequest it) {
      return new Times(
          it.created().toEpochMilli(),
          it.updated().toEpochMilli(),
          it.closed() == null ? null : it.closed().toEpochMilli());
    }
  }

  public record Branches(RefView fromRef, RefView toRef) {}

  /** The people of a pull request, and whether it is locked, which it never is here. */
  public record People(
      boolean locked,
      ParticipantView author,
      List<ParticipantView> reviewers,
      List<ParticipantView> participants) {}

  /** A branch; a repository that is deleted or not readable is replaced by a stand-in. */
  public record RefView(
      String id, String displayId, String latestCommit, String type, RepositoryView repository) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ParticipantView(
      UserView user,
      ParticipantRole role,
      boolean approved,
      ReviewStatus status,
      @Nullable String lastReviewedCommit) {}
}
