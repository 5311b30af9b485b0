package org.packhouse.app.identity.permission;

import java.util.Collection;
import org.springframework.stereotype.Service;

/** Administers global permissions. Each call checks the caller and is one transaction. */
@Service
public class GlobalGrants {

  private final PermissionGrants grants;
  private final PrivilegeGuard ranks;

  GlobalGrants(PermissionGrants grants, PrivilegeGuard ranks) {
    this.grants = grants;
    this.ranks = ranks;
  }

  public void grant(Caller caller, Collection<Grantee> grantees, Permission granted) {
    ranks.requireAdministrator(caller);
    grantees.forEach(grantee -> ranks.requireAtLeast(caller, grants.globalOf(grantee)));
    ranks.requireAtLeast(caller, granted);
    ranks.within(caller, () -> grantees.forEach(grantee -> grants.grant(grantee, granted)));
  }

  public void revoke(Caller caller, Grantee grantee) {
    ranks.requireAdministrator(caller);
    ranks.requireAtLeast(caller, grants.globalOf(grantee));
    ranks.within(caller, () -> grants.revoke(grantee));
  }
}
