package org.packhouse.app.storage.refs.move;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefRequest;
import org.packhouse.hooks.Refusal;

/** The verdict of the rules on a request. An update that presents it is not checked again. */
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

  /** Returns at most one refusal per ref. */
  public List<Refusal> refusals() {
    return refusals;
  }

  /** Returns whether the rules have allowed everything that is asked for. */
  boolean allows(RefRequest asked) {
    return asked.repository().equals(request.repository())
        && asked.actor().equals(request.actor())
        && asked.cause() == request.cause()
        && asked.options().equals(request.options())
        && allowed.containsAll(asked.changes());
  }
}
