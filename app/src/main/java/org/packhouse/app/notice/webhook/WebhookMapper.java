package org.packhouse.app.notice.webhook;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;

/** Maps rows of {@link #SELECT} by the names of their columns. */
final class WebhookMapper implements RowMapper<Webhook> {

  /** Separates event keys by spaces: mappers convert no arrays. */
  static final String SELECT =
      """
      select *, array_to_string(events, ' ') as event_keys, ssl_verification as verifies_tls,
             secret as sealed_secret, password as sealed_password
        from webhook
      """;

  private static final RowMapper<Head> HEAD = new SimplePropertyRowMapper<>(Head.class);
  private static final RowMapper<Webhook.Target> TARGET =
      new SimplePropertyRowMapper<>(Webhook.Target.class);
  private static final RowMapper<Webhook.Standing> STANDING =
      new SimplePropertyRowMapper<>(Webhook.Standing.class);

  private record Head(
      long id,
      @Nullable Long projectId,
      @Nullable Long repositoryId,
      String name,
      boolean active,
      String eventKeys) {}

  @Override
  public Webhook mapRow(ResultSet row, int number) throws SQLException {
    Head head = HEAD.mapRow(row, number);
    return new Webhook(
        head.id(),
        resource(head.projectId(), head.repositoryId()),
        head.name(),
        head.active(),
        head.eventKeys().isEmpty() ? List.of() : List.of(head.eventKeys().split(" ")),
        TARGET.mapRow(row, number),
        STANDING.mapRow(row, number));
  }

  static ResourceId resource(@Nullable Long projectId, @Nullable Long repositoryId) {
    return projectId == null
        ? new RepositoryId(Objects.requireNonNull(repositoryId))
        : new ProjectId(projectId);
  }
}
