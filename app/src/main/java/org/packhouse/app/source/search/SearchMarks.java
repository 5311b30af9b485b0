package org.packhouse.app.source.search;

import org.packhouse.app.hosting.repository.DefaultBranchChanged;
import org.packhouse.hooks.PostReceiveListener;
import org.packhouse.hooks.RefsMoved;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Marks repositories that were pushed to, or have another default branch, as due. */
@Component
class SearchMarks implements PostReceiveListener {

  private final SearchRows rows;

  SearchMarks(SearchRows rows) {
    this.rows = rows;
  }

  @Override
  public String name() {
    return "search";
  }

  @Override
  public void refsMoved(RefsMoved event) {
    rows.ask(event.repository().value());
  }

  @EventListener
  void on(DefaultBranchChanged event) {
    rows.ask(event.repositoryId());
  }
}
