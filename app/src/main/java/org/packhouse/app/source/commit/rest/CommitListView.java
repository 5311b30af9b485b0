package org.packhouse.app.source.commit.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.source.commit.CommitLog;

/** A page of commits; counts are of the whole log, and null unless requested. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CommitListView(
    @JsonUnwrapped Page<CommitView> page,
    @Nullable Integer authorCount,
    @Nullable Integer totalCount) {

  public static CommitListView of(Page<CommitView> page, CommitLog.@Nullable Counts counts) {
    return new CommitListView(
        page, counts == null ? null : counts.authors(), counts == null ? null : counts.commits());
  }
}
