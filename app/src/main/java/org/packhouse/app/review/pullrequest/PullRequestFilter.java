package org.packhouse.app.review.pullrequest;

import java.time.Instant;
import java.util.List;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * The pull requests of a list. A component that is null leaves none out.
 *
 * @param at full name of the branch that is the target, or of outgoing ones the source
 * @param text a part of the title or description, in any case
 * @param people conditions that all hold
 * @param closedSince those that are open, or were closed since then
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

  /** The repositories of which pull requests are listed. */
  public sealed interface Scope {
    /** Those that target it. */
    record Incoming(long repositoryId) implements Scope {}

    /**
     * Those of which it is the source.
     *
     * @param readable the targets that may be shown
     */
    record Outgoing(long repositoryId, List<Long> readable) implements Scope {}

    /** Those that target one of some. */
    record Among(List<Long> readable) implements Scope {}
  }

  /**
   * Somebody's part in a pull request.
   *
   * @param role null: any
   * @param statuses empty: any
   */
  public record Part(long userId, @Nullable ParticipantRole role, List<ReviewStatus> statuses) {}

  /** The order of a list. */
  public enum Order {
    /** The one that was changed last comes first. */
    NEWEST("p.updated_at desc, p.id desc"),
    /** The one that was changed last comes last. */
    OLDEST("p.updated_at, p.id"),
    /** The one that was closed last comes first. */
    CLOSED_DATE("p.closed_at desc nulls last, p.id desc"),
    /** Those that are ready come first. */
    DRAFT_STATUS("p.draft, p.updated_at desc, p.id desc"),
    /** As newest: the caller's own opinion is a filter. */
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
