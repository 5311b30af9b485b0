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

  private final SearchQueue queue;
  private final DefaultBranchMoves moves;

  SearchMarks(SearchQueue queue, DefaultBranchMoves moves) {
    this.queue = queue;
    this.moves = moves;
  }

  @Override
  public String name() {
    return "search";
  }

  @Override
  public void refsMoved(List<RefsMoved> events) {
    if (moves.includes(events)) {
      queue.askAfterRest(events.getFirst().repository().value());
    }
  }

  @EventListener
  void on(DefaultBranchChanged event) {
    queue.ask(event.repositoryId());
  }
}
