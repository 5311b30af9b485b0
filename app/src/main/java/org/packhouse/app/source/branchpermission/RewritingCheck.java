package org.packhouse.app.source.branchpermission;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.packhouse.hooks.FastForward;
import org.packhouse.hooks.PreReceiveCheck;
import org.packhouse.hooks.Push;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.Refusal;
import org.springframework.stereotype.Component;

/** Refuses non-fast-forward updates of branches that a branch permission protects. */
@Component
class RewritingCheck implements PreReceiveCheck {

  /** Before the checks that read contents. */
  private static final int ORDER = -10;

  private final Judge judge;

  RewritingCheck(Judge judge) {
    this.judge = judge;
  }

  @Override
  public List<Refusal> check(Push push) {
    Judgement judgement = judge.of(push.repository(), push.actor());
    List<Refusal> refusals = new ArrayList<>();
    for (RefChange change : push.changes()) {
      Optional<BranchPermission> against = judgement.againstRewriting(change, push.actor());
      if (against.isPresent() && !isFastForward(push, change)) {
        refusals.add(Judge.refusal(change.refName(), against.get()));
      }
    }
    return refusals;
  }

  private static boolean isFastForward(Push push, RefChange change) {
    try {
      return FastForward.is(push.objects(), change);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public int order() {
    return ORDER;
  }
}
