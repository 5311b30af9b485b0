package org.packhouse.app.review.pullrequest.rescope;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.storage.refs.Move;
import org.packhouse.app.storage.refs.move.LaterMoves;
import org.packhouse.hooks.RefCause;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Records merges of pull requests whose ref moves are in a backup, but not in its copy of the
 * database, which was made earlier. Commits alone do not tell: a squashed or rebased commit does
 * not name its pull request for certain.
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
   * @param refName full name of the target branch
   * @param commit the commit that the target was moved to
   * @param userId null: unknown
   */
  public record Merge(
      long repositoryId, long number, String refName, String commit, @Nullable Long userId) {}

  /** Finds the merges among ref moves, even those whose pull requests are still open. */
  public List<Merge> among(LaterMoves moves) {
    List<Merge> merges = new ArrayList<>();
    for (LaterMoves.Row row : byMerge(moves)) {
      Move move = row.move();
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
                  new Merge(moves.repositoryId(), number, move.ref(), move.to(), row.actorId())));
    }
    return merges;
  }

  private static List<LaterMoves.Row> byMerge(LaterMoves moves) {
    return moves.rows().stream()
        .filter(move -> RefCause.MERGE.text().equals(move.cause()))
        .toList();
  }

  /** Writes merges into the copy, and returns a sentence for each that cannot be closed there. */
  public List<String> note(LaterMoves moves, List<Merge> merges) {
    List<String> left = new ArrayList<>();
    for (Merge merge : merges) {
      if (!note(merge)) {
        left.add(
            "Pull request %d to %s of repository %d was merged while the backup was made, by %s, and is not open in the copy of the database: it stays as it is there."
                .formatted(merge.number(), merge.refName(), merge.repositoryId(), merge.commit()));
      }
    }
    for (LaterMoves.Row row : byMerge(moves)) {
      Move move = row.move();
      if (merges.stream().noneMatch(it -> isOf(it, move))) {
        left.add(
            "A pull request to %s of repository %d was merged while the backup was made, by %s, and the backup does not say which. %s"
                .formatted(
                    move.ref(), moves.repositoryId(), move.to(), open(moves.repositoryId(), move)));
      }
    }
    return left;
  }

  private static boolean isOf(Merge merge, Move move) {
    return merge.refName().equals(move.ref()) && merge.commit().equals(move.to());
  }

  // The copy lacks users who were created after it was made.
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

  private String open(long repositoryId, Move move) {
    String numbers =
        sql
            .sql(
                """
                select number from pull_request
                 where to_repository_id = ? and to_ref = ? and state = 'OPEN' order by number
                """)
            .params(repositoryId, move.ref())
            .query(Long.class)
            .list()
            .stream()
            .map(String::valueOf)
            .collect(Collectors.joining(", "));
    return numbers.isEmpty()
        ? "None to that branch is open."
        : "Open are: %s. Those whose commits the branch has by now are closed at the start; look at the others."
            .formatted(numbers);
  }
}
