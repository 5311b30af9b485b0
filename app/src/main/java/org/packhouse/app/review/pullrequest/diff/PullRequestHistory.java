package org.packhouse.app.review.pullrequest.diff;

import java.io.IOException;
import java.util.List;
import org.packhouse.app.review.pullrequest.BranchCommits;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.storage.content.OpenRepository;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Finds the commits that the source of a pull request was at before it moved. */
@Component
class PullRequestHistory {

  private static final int MAX_TIPS = 100;

  private final JdbcClient sql;

  PullRequestHistory(JdbcClient sql) {
    this.sql = sql;
  }

  /** Former tips of the source, the latest first. */
  List<String> formerTips(PullRequest pullRequest) {
    return sql.sql(
            """
            select details -> 'rescope' ->> 'previousFromHash' from pull_request_activity
             where pull_request_id = ? and action = 'RESCOPED'
             order by id desc limit ?
            """)
        .params(pullRequest.id(), MAX_TIPS)
        .query((row, _) -> row.getString(1))
        .list();
  }

  /** Whether a commit was one of the pull request's. */
  boolean hasHad(OpenRepository open, PullRequest pullRequest, String commit) throws IOException {
    for (String tip : formerTips(pullRequest)) {
      if (tip.equals(commit) || BranchCommits.reaches(open, tip, commit)) {
        return true;
      }
    }
    return false;
  }
}
