package org.packhouse.app.source.branchpermission;

import java.util.List;
import org.packhouse.hooks.MergeCheck;
import org.packhouse.hooks.PullRequestMerge;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;
import org.springframework.stereotype.Component;

/** Vetoes a merge whose target branch a branch permission protects. */
@Component
class TargetCheck implements MergeCheck {

  private final Judge judge;

  TargetCheck(Judge judge) {
    this.judge = judge;
  }

  @Override
  public List<Veto> check(PullRequestMerge merge) {
    PullRequestMerge.Side target = merge.target();
    RefChange change = new RefChange(target.refName(), target.tip(), merge.source().tip());
    return judge
        .of(target.repository(), merge.actor())
        .against(change, RefCause.MERGE, merge.actor())
        .map(permission -> Judge.refusal(target.refName(), permission))
        .map(refusal -> new Veto("Branch permission", String.join(" ", refusal.explanation())))
        .stream()
        .toList();
  }
}
