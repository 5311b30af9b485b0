package org.packhouse.cluster.standalone;

import org.packhouse.cluster.Membership;
import org.packhouse.cluster.MembershipContract;

class StandaloneMembershipTest extends MembershipContract {

  private final StandaloneMembership membership = new StandaloneMembership(() -> self);

  @Override
  protected Membership membership() {
    return membership;
  }
}
