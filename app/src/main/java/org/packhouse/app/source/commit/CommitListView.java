package org.packhouse.app.source.commit;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.page.Page;

/**
 * A page of commits.
 *
 * @param authorCount authors of all pages' commits; null if nobody asked
 * @param totalCount commits of all pages; null if nobody asked
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CommitListView(
    @JsonUnwrapped Page<CommitView> page,
    @Nullable Integer authorCount,
    @Nullable Integer totalCount) {

  /** A page, with counts if somebody asked. */
  public static CommitListView of(Page<CommitView> page, CommitLog.@Nullable Counts counts) {
    return new CommitListView(
        page, counts == null ? null : counts.authors(), counts == null ? null : counts.commits());
  }
}
