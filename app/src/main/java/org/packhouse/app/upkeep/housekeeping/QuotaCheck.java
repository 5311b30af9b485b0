package org.packhouse.app.upkeep.housekeeping;

import java.util.List;
import org.packhouse.app.hosting.repository.size.RepositoryQuota;
import org.packhouse.hooks.ArrivedObjects;
import org.packhouse.hooks.PreReceiveCheck;
import org.packhouse.hooks.Push;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.Refusal;
import org.springframework.stereotype.Component;

/** Rejects pushes by which a repository would exceed its quota; deletions are always accepted. */
@Component
class QuotaCheck implements PreReceiveCheck {

  private static final long MEGABYTE = 1L << 20;

  private final RepositoryQuota quota;

  QuotaCheck(RepositoryQuota quota) {
    this.quota = quota;
  }

  @Override
  public List<Refusal> check(Push push) {
    List<RefChange> adding =
        push.changes().stream().filter(it -> it.kind() != RefChange.Kind.DELETE).toList();
    RepositoryQuota.State state = adding.isEmpty() ? null : quota.of(push.repository().value());
    if (state == null) {
      return List.of();
    }
    long incoming = incoming(push);
    if (!state.isExceededBy(incoming)) {
      return List.of();
    }
    List<String> explanation =
        List.of(
            "The repository may hold %s and holds %s; this push brings %s."
                .formatted(shown(state.quotaBytes()), shown(state.usedBytes()), shown(incoming)),
            "Ask an administrator for more, or remove what is not needed.");
    return adding.stream()
        .map(change -> new Refusal(change.refName(), "quota exceeded", explanation))
        .toList();
  }

  private static long incoming(Push push) {
    ArrivedObjects arrived = push.arrived();
    return arrived == null ? 0 : arrived.size();
  }

  private static String shown(long bytes) {
    return bytes < MEGABYTE ? bytes / 1024 + " KB" : bytes / MEGABYTE + " MB";
  }
}
