package org.packhouse.app.source.branch;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.storage.refs.RefNames;
import org.packhouse.app.storage.refs.Refs;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefsMoved;
import org.springframework.stereotype.Component;

/** Tells whether pushes moved a default branch, for indexes that ignore all others. */
@Component
public class DefaultBranchMoves {

  private static final int REMEMBERED = 100;

  // Several listeners ask about the same events. A change of the default branch has its own event.
  private final Cache<EventRange, Boolean> verdicts;

  private final Refs refs;

  DefaultBranchMoves(Refs refs, Caches caches) {
    this.refs = refs;
    verdicts =
        caches.build(
            "default-branch-moves",
            "Whether pushes moved the default branch",
            Caffeine.newBuilder().maximumSize(REMEMBERED).expireAfterWrite(Duration.ofSeconds(5)));
  }

  private record EventRange(UUID first, UUID last) {}

  /** Returns whether the default branch has moved; true if the repository cannot be read. */
  public boolean includes(List<RefsMoved> events) {
    return verdicts.get(
        new EventRange(events.getFirst().id(), events.getLast().id()), _ -> look(events));
  }

  private boolean look(List<RefsMoved> events) {
    try {
      String head = refs.snapshot(events.getFirst().repository().value()).headTarget();
      return events.stream()
          .flatMap(event -> event.changes().stream())
          .anyMatch(change -> change.refName().equals(head));
    } catch (IOException e) {
      return true;
    }
  }

  /** Returns whether a branch was created that is the default branch. */
  public boolean includesCreation(List<RefsMoved> events) {
    return events.stream()
            .flatMap(event -> event.changes().stream())
            .anyMatch(
                it -> it.kind() == RefChange.Kind.ADD && it.refName().startsWith(RefNames.HEADS))
        && includes(events);
  }
}
