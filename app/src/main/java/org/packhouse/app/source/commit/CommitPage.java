package org.packhouse.app.source.commit;

import java.util.List;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;

/** A page of a log, {@code start} commits below its tip. */
public record CommitPage(List<Commit> commits, int start, boolean hasMore) {

  public int nextStart() {
    return start + commits.size();
  }

  public <T> Page<T> toPage(PageRequest request, List<T> views) {
    return new Page<>(
        views.size(),
        request.limit(),
        !hasMore,
        views,
        request.start(),
        hasMore ? nextStart() : null);
  }
}
