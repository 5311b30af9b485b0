package org.packhouse.app.review.pullrequest.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.rest.UserView;
import org.packhouse.app.review.pullrequest.Activity.Action;
import org.packhouse.app.source.comment.rest.CommentView;
import org.packhouse.app.source.commit.rest.CommitView;

/** An activity in the REST dialect; the time is in milliseconds since 1970. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ActivityView(
    @JsonUnwrapped Head head,
    @Nullable CommitView commit,
    @JsonUnwrapped @Nullable RescopeView rescope,
    @JsonUnwrapped @Nullable ReviewersView reviewers,
    @JsonUnwrapped @Nullable RemarkView remark) {

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Head(long id, long createdDate, @Nullable UserView user, Action action) {}

  record CommitsView(List<CommitView> commits, int total) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record RescopeView(
      @Nullable String fromHash,
      @Nullable String previousFromHash,
      @Nullable String toHash,
      @Nullable String previousToHash,
      @Nullable CommitsView added,
      @Nullable CommitsView removed) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ReviewersView(
      @Nullable List<UserView> addedReviewers, @Nullable List<UserView> removedReviewers) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record RemarkView(
      @Nullable String commentAction,
      @Nullable CommentView comment,
      CommentView.@Nullable AnchorView commentAnchor) {}
}
