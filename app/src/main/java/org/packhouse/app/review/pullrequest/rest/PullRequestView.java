package org.packhouse.app.review.pullrequest.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.rest.RepositoryView;
import org.packhouse.app.identity.user.rest.UserView;
import org.packhouse.app.review.pullrequest.ParticipantRole;
import org.packhouse.app.review.pullrequest.PullRequestState;
import org.packhouse.app.review.pullrequest.ReviewStatus;

/** A pull request in the REST dialect; times are milliseconds since 1970. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Value.Builder
public record PullRequestView(
    long id,
    int version,
    String title,
    @Nullable String description,
    PullRequestState state,
    boolean open,
    boolean closed,
    boolean draft,
    long createdDate,
    long updatedDate,
    @Nullable Long closedDate,
    RefView fromRef,
    RefView toRef,
    boolean locked,
    ParticipantView author,
    List<ParticipantView> reviewers,
    List<ParticipantView> participants,
    Map<String, Object> properties,
    Map<String, List<Map<String, String>>> links) {

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
