package org.packhouse.app.storage.refs.move;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefRequest;
import org.packhouse.hooks.Refusal;

/**
 * Verdict of the rules on a request. An update that shows it is not judged by them again, as long
 * as it asks for nothing else. Only {@link RefUpdates#rule} makes one.
 */
public final class RefRuling {

  private final RefRequest request;
  private final List<Refusal> refusals;
  private final Set<RefChange> allowed;

  RefRuling(RefRequest request, List<Refusal> refusals) {
    this.request = request;
    this.refusals = List.copyOf(refusals);
    Set<String> refused = refusals.stream().map(Refusal::refName).collect(Collectors.toSet());
    this.allowed = new HashSet<>(request.without(refused).changes());
  }

  /** What the rules forbid, at most one for each ref. */
  public List<Refusal> refusals() {
    return refusals;
  }

  /** Whether the rules have allowed all that is asked for. */
  boolean allows(RefRequest asked) {
    return asked.repository().equals(request.repository())
        && asked.actor().equals(request.actor())
        && asked.cause() == request.cause()
        && asked.options().equals(request.options())
        && allowed.containsAll(asked.changes());
  }
}
