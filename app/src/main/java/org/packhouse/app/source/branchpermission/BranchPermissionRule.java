package org.packhouse.app.source.branchpermission;

import java.util.List;
import org.packhouse.hooks.RefRequest;
import org.packhouse.hooks.RefRule;
import org.packhouse.hooks.Refusal;
import org.springframework.stereotype.Component;

/** Enforces branch permissions by the name, kind and cause of a ref change. */
@Component
class BranchPermissionRule implements RefRule {

  /** After the rules of ref names. */
  private static final int ORDER = 10;

  private final Judge judge;

  BranchPermissionRule(Judge judge) {
    this.judge = judge;
  }

  @Override
  public List<Refusal> check(RefRequest request) {
    Judgement judgement = judge.of(request.repository(), request.actor());
    return request.changes().stream()
        .flatMap(change ->
            judgement.against(change, request.cause(), request.actor()).stream()
                .map(permission -> Judge.refusal(change.refName(), permission)))
        .toList();
  }

  @Override
  public int order() {
    return ORDER;
  }
}
