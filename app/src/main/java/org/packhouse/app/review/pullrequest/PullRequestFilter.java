package org.packhouse.app.review.pullrequest;

import java.time.Instant;
import java.util.List;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * The filter and order of a list of pull requests. A null component filters nothing.
 *
 * @param at full name of the target branch, or of the source branch in an outgoing scope
 * @param text a part of the title or description, ignoring case
 * @param people conditions that must all hold
 * @param closedSince leaves out pull requests that were closed earlier
 */
@Value.Builder
public record PullRequestFilter(
    Scope scope,
    @Nullable PullRequestState state,
    @Nullable String at,
    @Nullable String text,
    @Nullable Boolean draft,
    List<Part> people,
    Order order,
    @Nullable Instant closedSince) {

  public sealed interface Scope {
    record Incoming(long repositoryId) implements Scope {}

    /** Pull requests from a repository, to targets that the caller may read. */
    record Outgoing(long repositoryId, List<Long> readable) implements Scope {}

    record Among(List<Long> readable) implements Scope {}
  }

  /** The part that a user must have; without a role or status any. */
  public record Part(long userId, @Nullable ParticipantRole role, List<ReviewStatus> statuses) {}

  public enum Order {
    NEWEST("p.updated_at desc, p.id desc"),
    OLDEST("p.updated_at, p.id"),
    CLOSED_DATE("p.closed_at desc nulls last, p.id desc"),
    DRAFT_STATUS("p.draft, p.updated_at desc, p.id desc"),
    /** As {@link #NEWEST}, because the participant's status is a filter. */
    PARTICIPANT_STATUS("p.updated_at desc, p.id desc");

    private final String sql;

    Order(String sql) {
      this.sql = sql;
    }

    String sql() {
      return sql;
    }
  }
}
