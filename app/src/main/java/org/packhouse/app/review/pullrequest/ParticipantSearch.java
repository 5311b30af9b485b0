package org.packhouse.app.review.pullrequest;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserLists;
import org.packhouse.app.platform.page.PageRequest;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Finds users who take part in pull requests of a repository. */
@Component
public class ParticipantSearch {

  private final JdbcClient sql;
  private final UserLists users;

  ParticipantSearch(JdbcClient sql, UserLists users) {
    this.sql = sql;
    this.users = users;
  }

  /**
   * Returns users by name, and one more than the page takes.
   *
   * @param role null: any
   * @param outgoing whether the repository is the source instead of the target
   * @param filter a part of the name
   */
  public List<User> find(
      long repositoryId,
      @Nullable ParticipantRole role,
      boolean outgoing,
      String filter,
      PageRequest page) {
    List<Long> ids =
        List.copyOf(
            sql.sql(
                    """
                    select p.author_id from pull_request p
                     where case when :outgoing then p.from_repository_id else p.to_repository_id end
                           = :repository
                       and (:role = '' or :role = 'AUTHOR')
                     union
                    select a.user_id from pull_request p
                      join pull_request_participant a on a.pull_request_id = p.id
                     where case when :outgoing then p.from_repository_id else p.to_repository_id end
                           = :repository
                       and (:role = '' or a.role = :role)
                    """)
                .param("outgoing", outgoing)
                .param("repository", repositoryId)
                .param("role", role == null ? "" : role.name())
                .query(Long.class)
                .list());
    return users.named(ids, filter, page.start(), page.oneMore());
  }
}
