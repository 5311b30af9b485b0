package org.packhouse.app.source.commit;

import java.util.List;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;

/**
 * A part of a log.
 *
 * @param start how many newer commits were left out
 * @param hasMore whether older ones follow
 */
public record CommitPage(List<Commit> commits, int start, boolean hasMore) {

  /** Where the next part begins. */
  public int nextStart() {
    return start + commits.size();
  }

  /** A page of REST of it, with those views of the commits. */
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
