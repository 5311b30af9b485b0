package org.packhouse.app.source.branch;

import java.io.IOException;
import java.util.List;
import org.packhouse.app.storage.refs.RefNames;
import org.packhouse.app.storage.refs.Refs;
import org.packhouse.hooks.RefsMoved;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * Tells which pushes moved a default branch: what is kept of default branches alone need not be
 * looked at after any other.
 */
@Component
public class DefaultBranchMoves {

  // It moves refs, which tells listeners by the outbox.
  private final ObjectProvider<Refs> refs;

  DefaultBranchMoves(ObjectProvider<Refs> refs) {
    this.refs = refs;
  }

  /**
   * Whether the branch moved that is the default one now; so it is taken to have if the repository
   * cannot be read: who looks at it then will find that out.
   *
   * @param events of one repository
   */
  public boolean includes(List<RefsMoved> events) {
    try {
      String head = refs.getObject().snapshot(events.getFirst().repository().value()).headTarget();
      return events.stream()
          .flatMap(event -> event.changes().stream())
          .anyMatch(change -> change.refName().equals(head));
    } catch (IOException e) {
      return true;
    }
  }

  /** The same, or whether a tag moved. */
  public boolean includesOrTag(List<RefsMoved> events) {
    return events.stream()
            .flatMap(event -> event.changes().stream())
            .anyMatch(it -> it.refName().startsWith(RefNames.TAGS))
        || includes(events);
  }
}
