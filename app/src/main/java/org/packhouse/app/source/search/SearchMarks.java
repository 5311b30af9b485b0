package org.packhouse.app.source.search;

import java.util.List;
import org.packhouse.app.hosting.repository.DefaultBranchChanged;
import org.packhouse.app.source.branch.DefaultBranchMoves;
import org.packhouse.hooks.BriefListener;
import org.packhouse.hooks.RefsMoved;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Marks repositories as due when their default branch is pushed to or changes. */
@Component
class SearchMarks implements BriefListener {

  private final SearchRows rows;
  private final DefaultBranchMoves moves;

  SearchMarks(SearchRows rows, DefaultBranchMoves moves) {
    this.rows = rows;
    this.moves = moves;
  }

  @Override
  public String name() {
    return "search";
  }

  @Override
  public void refsMoved(List<RefsMoved> events) {
    if (moves.includes(events)) {
      rows.askAfterRest(events.getFirst().repository().value());
    }
  }

  @EventListener
  void on(DefaultBranchChanged event) {
    rows.ask(event.repositoryId());
  }
}
