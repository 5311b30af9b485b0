package org.packhouse.app.review.pullrequest.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.rest.UserView;
import org.packhouse.app.review.pullrequest.Activity.Action;
import org.packhouse.app.source.comment.rest.CommentView;
import org.packhouse.app.source.commit.rest.CommitView;

/** An activity in the REST dialect; the time is in milliseconds since 1970. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Value.Builder
record ActivityView(
    long id,
    long createdDate,
    @Nullable UserView user,
    Action action,
    @Nullable CommitView commit,
    @Nullable String fromHash,
    @Nullable String previousFromHash,
    @Nullable String toHash,
    @Nullable String previousToHash,
    @Nullable CommitsView added,
    @Nullable CommitsView removed,
    @Nullable List<UserView> addedReviewers,
    @Nullable List<UserView> removedReviewers,
    @Nullable String commentAction,
    @Nullable CommentView comment,
    CommentView.@Nullable AnchorView commentAnchor) {

  record CommitsView(List<CommitView> commits, int total) {}
}
