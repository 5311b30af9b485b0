package org.packhouse.app.notice.webhook;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;

/** A row of {@code webhook}. Event keys are separated by spaces: the mapper converts no arrays. */
record WebhookRow(
    long id,
    @Nullable Long projectId,
    @Nullable Long repositoryId,
    String name,
    boolean active,
    String eventKeys,
    String url,
    boolean sslVerification,
    @Nullable String secret,
    @Nullable String username,
    @Nullable String password,
    Instant createdAt,
    Instant updatedAt,
    int failures,
    @Nullable Instant pausedUntil) {

  static final RowMapper<WebhookRow> MAPPER = new SimplePropertyRowMapper<>(WebhookRow.class);

  Webhook webhook() {
    return new Webhook(
        id,
        resource(projectId, repositoryId),
        name,
        active,
        eventKeys.isEmpty() ? List.of() : List.of(eventKeys.split(" ")),
        new Webhook.Target(url, sslVerification, secret, username, password),
        new Webhook.Standing(createdAt, updatedAt, failures, pausedUntil));
  }

  static ResourceId resource(@Nullable Long projectId, @Nullable Long repositoryId) {
    return projectId == null
        ? new RepositoryId(Objects.requireNonNull(repositoryId))
        : new ProjectId(projectId);
  }
}
