package org.packhouse.cluster;

class SeenMembershipTest extends MembershipContract {

  private final SeenMembership membership = new SeenMembership(() -> self);

  @Override
  protected Membership membership() {
    return membership;
  }
}
