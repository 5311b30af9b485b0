package org.packhouse.app.review.pullrequest.rescope;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.storage.refs.move.LaterMoves;
import org.packhouse.hooks.RefCause;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Tells which merges of pull requests moved refs after the database was copied and before they were
 * copied themselves, and writes that into the copy. Commits alone do not tell: nothing in a commit
 * that was squashed or rebased says for certain which pull request it comes from.
 */
@Component
public class LaterMerges {

  private final JdbcClient sql;
  private final Users users;

  LaterMerges(JdbcClient sql, Users users) {
    this.sql = sql;
    this.users = users;
  }

  /**
   * A merge of a pull request.
   *
   * @param number of the pull request
   * @param refName the full name of its target
   * @param commit what the target was moved to
   * @param userId who has merged it; null: nobody that is known
   */
  public record Merge(
      long repositoryId, long number, String refName, String commit, @Nullable Long userId) {}

  /** The merges among moves, those too of which the moves alone are written down so far. */
  public List<Merge> among(LaterMoves moves) {
    List<Merge> merges = new ArrayList<>();
    for (LaterMoves.Row move : byMerge(moves)) {
      sql.sql(
              """
              select p.number
                from pull_request p left join pull_request_merge_attempt a on a.pull_request_id = p.id
               where p.to_repository_id = :repository and p.to_ref = :ref
                 and (p.state = 'MERGED' and coalesce(p.merge_commit, p.from_commit) = :commit
                      or p.state = 'OPEN' and a.commit_id = :commit)
              """)
          .param("repository", moves.repositoryId())
          .param("ref", move.ref())
          .param("commit", move.to())
          .query(Long.class)
          .list()
          .forEach(number ->
              merges.add(
                  new Merge(moves.repositoryId(), number, move.ref(), move.to(), move.actorId())));
    }
    return merges;
  }

  private static List<LaterMoves.Row> byMerge(LaterMoves moves) {
    return moves.rows().stream()
        .filter(move -> RefCause.MERGE.text().equals(move.cause()))
        .toList();
  }

  /**
   * Writes merges into a copy of the database, so that the pull requests are closed when the moves
   * are told.
   *
   * @param merges those of the repository, as {@link #among} has found them
   * @return a sentence for each merge whose pull request cannot be closed
   */
  public List<String> note(LaterMoves moves, List<Merge> merges) {
    List<String> left = new ArrayList<>();
    for (Merge merge : merges) {
      if (!note(merge)) {
        left.add(
            "Pull request %d to %s of repository %d was merged while the backup was made, by %s, and is not open in the copy of the database: it stays as it is there."
                .formatted(merge.number(), merge.refName(), merge.repositoryId(), merge.commit()));
      }
    }
    for (LaterMoves.Row move : byMerge(moves)) {
      if (merges.stream().noneMatch(it -> isOf(it, move))) {
        left.add(
            "A pull request to %s of repository %d was merged while the backup was made, by %s, and the backup does not say which. %s"
                .formatted(
                    move.ref(), moves.repositoryId(), move.to(), open(moves.repositoryId(), move)));
      }
    }
    return left;
  }

  private static boolean isOf(Merge merge, LaterMoves.Row move) {
    return merge.refName().equals(move.ref()) && merge.commit().equals(move.to());
  }

  /** A user who was made after the snapshot is not in the copy. */
  private @Nullable Long mergerInTheCopy(Merge merge) {
    Long id = merge.userId();
    return id == null ? null : users.findById(id).map(User::id).orElse(null);
  }

  private boolean note(Merge merge) {
    return sql.sql(
                """
                insert into pull_request_merge_attempt (pull_request_id, commit_id, user_id)
                select p.id, ?, cast(? as bigint)
                  from pull_request p
                 where p.to_repository_id = ? and p.number = ? and p.state = 'OPEN'
                on conflict (pull_request_id) do update
                   set commit_id = excluded.commit_id, user_id = excluded.user_id
                """)
            .param(merge.commit())
            .param(mergerInTheCopy(merge))
            .params(merge.repositoryId(), merge.number())
            .update()
        > 0;
  }

  private String open(long repositoryId, LaterMoves.Row move) {
    String numbers =
        sql
            .sql(
                """
                select number from pull_request
                 where to_repository_id = ? and to_ref = ? and state = 'OPEN' order by number
                """)
            .params(repositoryId, move.ref())
            .query((row, _) -> row.getString(1))
            .list()
            .stream()
            .collect(Collectors.joining(", "));
    return numbers.isEmpty()
        ? "None to that branch is open."
        : "Open are: %s. Those whose commits the branch has by now are closed at the start; look at the others."
            .formatted(numbers);
  }
}
