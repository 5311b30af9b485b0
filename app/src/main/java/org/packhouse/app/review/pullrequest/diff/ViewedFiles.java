package org.packhouse.app.review.pullrequest.diff;

import java.util.HashMap;
import java.util.Map;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The files of pull requests that users have marked as viewed. A mark is of a content: it lapses
 * when the file changes, and holds again if the file becomes what it was.
 */
@Component
public class ViewedFiles {

  private final JdbcClient sql;

  ViewedFiles(JdbcClient sql) {
    this.sql = sql;
  }

  /** Returns the ids of the viewed contents. */
  public Map<TreePath, String> of(PullRequest pullRequest, long userId) {
    Map<TreePath, String> viewed = new HashMap<>();
    sql.sql(
            """
            select path, content_id from pull_request_viewed_file
             where pull_request_id = ? and user_id = ?
            """)
        .params(pullRequest.id(), userId)
        .query(row -> {
          viewed.put(TreePath.of(row.getBytes("path")), row.getString("content_id"));
        });
    return viewed;
  }

  /** Marks a content as viewed; of a deleted file the content before the change. */
  public void mark(PullRequest pullRequest, long userId, TreePath path, String contentId) {
    sql.sql(
            """
            insert into pull_request_viewed_file (pull_request_id, user_id, path, content_id)
            values (?, ?, ?, ?)
            on conflict (pull_request_id, user_id, path)
            do update set content_id = excluded.content_id
            """)
        .params(pullRequest.id(), userId, path.bytes(), contentId)
        .update();
  }

  public void unmark(PullRequest pullRequest, long userId, TreePath path) {
    sql.sql(
            """
            delete from pull_request_viewed_file
             where pull_request_id = ? and user_id = ? and path = ?
            """)
        .params(pullRequest.id(), userId, path.bytes())
        .update();
  }
}
