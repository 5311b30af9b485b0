package org.packhouse.app.review.pullrequest.trial;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Rows of {@code pull_request_trial}: the last outcome of a trial merge, with the tips it is of.
 */
@Component
public class TrialRows implements PullRequestProperties {

  private final JdbcClient sql;

  TrialRows(JdbcClient sql) {
    this.sql = sql;
  }

  public record Trial(String from, String to, List<String> conflicts) {

    public boolean isClean() {
      return conflicts.isEmpty();
    }

    boolean isCurrent(PullRequest pullRequest) {
      return from.equals(pullRequest.from().commit()) && to.equals(pullRequest.to().commit());
    }
  }

  Optional<Trial> find(long pullRequestId) {
    return sql.sql("select * from pull_request_trial where pull_request_id = ?")
        .param(pullRequestId)
        .query((row, _) -> trial(row))
        .optional();
  }

  void set(long pullRequestId, Trial trial) {
    sql.sql(
            """
            insert into pull_request_trial (pull_request_id, from_commit, to_commit, outcome, conflicts)
            select id, :from, :to, :outcome, :conflicts from pull_request where id = :id
            on conflict (pull_request_id) do update
               set from_commit = excluded.from_commit, to_commit = excluded.to_commit,
                   outcome = excluded.outcome, conflicts = excluded.conflicts
            """)
        .param("id", pullRequestId)
        .param("from", trial.from())
        .param("to", trial.to())
        .param("outcome", trial.isClean() ? "CLEAN" : "CONFLICTED")
        .param("conflicts", trial.conflicts().toArray(String[]::new))
        .update();
  }

  @Override
  public Map<Long, Map<String, Object>> of(List<PullRequest> pullRequests) {
    Map<Long, Map<String, Object>> properties = new HashMap<>();
    Map<Long, PullRequest> open = new HashMap<>();
    pullRequests.stream().filter(PullRequest::isOpen).forEach(it -> open.put(it.id(), it));
    if (open.isEmpty()) {
      return properties;
    }
    sql.sql("select * from pull_request_trial where pull_request_id = any(?)")
        .param(open.keySet().toArray(Long[]::new))
        .query(row -> {
          long id = row.getLong("pull_request_id");
          Trial trial = trial(row);
          PullRequest pullRequest = open.get(id);
          if (pullRequest != null) {
            properties.put(
                id,
                Map.of(
                    "mergeResult",
                    Map.of(
                        "outcome",
                        trial.isClean() ? "CLEAN" : "CONFLICTED",
                        "current",
                        trial.isCurrent(pullRequest))));
          }
        });
    return properties;
  }

  private static Trial trial(ResultSet row) throws SQLException {
    Array conflicts = row.getArray("conflicts");
    return new Trial(
        row.getString("from_commit"),
        row.getString("to_commit"),
        List.of((String[]) conflicts.getArray()));
  }
}
