package org.packhouse.app.review.pullrequest.comment;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.trial.PullRequestProperties;
import org.packhouse.app.source.comment.CommentStatistics;
import org.packhouse.app.source.comment.CommentStatistics.CommentCounts;
import org.springframework.stereotype.Component;

@Component
class CommentProperties implements PullRequestProperties {

  private final CommentStatistics comments;

  CommentProperties(CommentStatistics comments) {
    this.comments = comments;
  }

  @Override
  public Map<Long, Map<String, Object>> of(List<PullRequest> pullRequests) {
    Map<Long, CommentCounts> counts =
        comments.counts(pullRequests.stream().map(PullRequest::id).toList());
    Map<Long, Map<String, Object>> properties = new HashMap<>();
    counts.forEach((id, count) ->
        properties.put(
            id,
            Map.of(
                "commentCount", count.comments(),
                "openTaskCount", count.openTasks(),
                "resolvedTaskCount", count.resolvedTasks())));
    return properties;
  }
}
