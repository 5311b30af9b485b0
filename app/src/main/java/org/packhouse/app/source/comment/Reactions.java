package org.packhouse.app.source.comment;

import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/** Stores reactions to published comments. */
@Service
public class Reactions {

  private final JdbcClient sql;
  private final Comments comments;
  private final Clock clock;

  Reactions(JdbcClient sql, Comments comments, Clock clock) {
    this.sql = sql;
    this.comments = comments;
    this.clock = clock;
  }

  public static Emoticon require(String shortcut) {
    return Emoticon.of(shortcut)
        .orElseThrow(() ->
            new InvalidFieldException(
                "emoticon",
                "The emoticon must be one of %s, not %s."
                    .formatted(
                        Arrays.stream(Emoticon.values()).map(Emoticon::shortcut).toList(),
                        InvalidFieldException.quote(shortcut))));
  }

  /** Adds a reaction of the caller; idempotent. */
  public void add(
      Repository repository, CommentSubject subject, long id, Emoticon emoticon, Caller caller) {
    User user = check(repository, subject, id, caller);
    sql.sql(
            """
            insert into comment_reaction (comment_id, user_id, emoticon, since)
            select id, ?, ?, ? from commit_comment where id = ?
            on conflict do nothing
            """)
        .params(user.id(), emoticon.shortcut(), clock.instant().atOffset(ZoneOffset.UTC), id)
        .update();
  }

  public void remove(
      Repository repository, CommentSubject subject, long id, Emoticon emoticon, Caller caller) {
    User user = check(repository, subject, id, caller);
    sql.sql("delete from comment_reaction where comment_id = ? and user_id = ? and emoticon = ?")
        .params(id, user.id(), emoticon.shortcut())
        .update();
  }

  private User check(Repository repository, CommentSubject subject, long id, Caller caller) {
    User user = CommentRules.author(caller);
    CommentRules.refuseArchived(repository);
    comments.require(subject, id);
    return user;
  }

  /** Returns user ids by emoticon for each comment that has reactions, first reaction first. */
  public Map<Long, Map<Emoticon, List<Long>>> of(Collection<Long> comments) {
    Map<Long, Map<Emoticon, List<Long>>> all = new HashMap<>();
    if (comments.isEmpty()) {
      return all;
    }
    sql.sql(
            """
            select comment_id, emoticon, user_id from comment_reaction
             where comment_id = any(?) order by since, user_id
            """)
        .param(comments.toArray(Long[]::new))
        .query(row -> {
          long comment = row.getLong("comment_id");
          long user = row.getLong("user_id");
          // A newer version may have stored further emoticons.
          Emoticon.of(row.getString("emoticon"))
              .ifPresent(emoticon ->
                  all.computeIfAbsent(comment, _ -> new EnumMap<>(Emoticon.class))
                      .computeIfAbsent(emoticon, _ -> new ArrayList<>())
                      .add(user));
        });
    return all;
  }
}
