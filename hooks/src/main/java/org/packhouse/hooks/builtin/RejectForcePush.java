package org.packhouse.hooks.builtin;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.packhouse.hooks.FastForward;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.Refusal;

/** Refuses non-fast-forward updates of branches. */
public final class RejectForcePush extends PreReceiveHook {

  public RejectForcePush() {
    super(
        BUNDLED + "force-push-hook",
        "Reject Force Push",
        "Refuses force pushes: no branch may be moved to what does not contain what it had.");
  }

  @Override
  public List<Refusal> check(Arrival arrival, Map<String, Object> settings) throws IOException {
    List<Refusal> refusals = new ArrayList<>();
    for (RefChange change : arrival.arriving()) {
      if (change.refName().startsWith("refs/heads/")
          && change.kind() == RefChange.Kind.UPDATE
          && !FastForward.is(arrival.push().objects(), change)) {
        refusals.add(
            new Refusal(
                change.refName(),
                "force push rejected",
                List.of(
                    "%s may not be force-pushed: fetch it, and merge it or rebase onto it."
                        .formatted(change.refName()))));
      }
    }
    return refusals;
  }
}
