package org.packhouse.app.review.pullrequest.comment;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.packhouse.app.review.build.CommitPlaces;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class PullRequestCommitPlaces implements CommitPlaces {

  private static final int MAX_PLACES = 10_000;

  private final JdbcClient sql;

  PullRequestCommitPlaces(JdbcClient sql) {
    this.sql = sql;
  }

  @Override
  public Map<String, Set<Long>> of(Collection<String> commits) {
    Map<String, Set<Long>> found = new HashMap<>();
    sql.sql(
            """
            select distinct c.commit_id, place.id
              from pull_request_commit c
              join pull_request p on p.id = c.pull_request_id
              cross join lateral (values (p.to_repository_id), (p.from_repository_id)) place (id)
             where c.commit_id = any(?) and place.id is not null limit ?
            """)
        .params(commits.toArray(String[]::new), MAX_PLACES)
        .query(row -> {
          found.computeIfAbsent(row.getString(1), _ -> new HashSet<>()).add(row.getLong(2));
        });
    return found;
  }
}
