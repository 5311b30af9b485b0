package org.packhouse.app.review.pullrequest.diff;

import java.io.IOException;
import java.util.List;
import org.packhouse.app.review.pullrequest.BranchCommits;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.storage.content.OpenRepository;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Finds the former tips of a pull request's source branch, as its activities record them. */
@Component
class FormerTips {

  private static final int MAX_TIPS = 100;

  private final JdbcClient sql;

  FormerTips(JdbcClient sql) {
    this.sql = sql;
  }

  // The latest first.
  private List<String> find(PullRequest pullRequest) {
    return List.copyOf(
        sql.sql(
                """
                select details -> 'rescope' ->> 'previousFromHash' from pull_request_activity
                 where pull_request_id = ? and action = 'RESCOPED'
                 order by id desc limit ?
                """)
            .params(pullRequest.id(), MAX_TIPS)
            .query(String.class)
            .list());
  }

  boolean reach(OpenRepository open, PullRequest pullRequest, String commit) throws IOException {
    for (String tip : find(pullRequest)) {
      if (tip.equals(commit) || BranchCommits.reaches(open, tip, commit)) {
        return true;
      }
    }
    return false;
  }
}
