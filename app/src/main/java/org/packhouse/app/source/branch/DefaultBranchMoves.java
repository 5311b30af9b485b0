package org.packhouse.app.source.branch;

import java.io.IOException;
import java.util.List;
import org.eclipse.jgit.errors.RepositoryNotFoundException;
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
   * Whether the branch moved that is the default one now.
   *
   * @param events of one repository
   * @throws IOException if the repository cannot be read
   */
  public boolean includes(List<RefsMoved> events) throws IOException {
    try {
      String head = refs.getObject().snapshot(events.getFirst().repository().value()).headTarget();
      return events.stream()
          .flatMap(event -> event.changes().stream())
          .anyMatch(change -> change.refName().equals(head));
    } catch (RepositoryNotFoundException e) {
      // It was purged meanwhile.
      return false;
    }
  }

  /** The same, or whether a tag moved. */
  public boolean includesOrTag(List<RefsMoved> events) throws IOException {
    return events.stream()
            .flatMap(event -> event.changes().stream())
            .anyMatch(it -> it.refName().startsWith(RefNames.TAGS))
        || includes(events);
  }
}
