package org.packhouse.app.identity.account.rest;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.account.AccountAdministration;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.RequestFields;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.Principals;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: activates and deactivates accounts, for administrators. */
@RestController
@Requires(Permission.ADMIN)
@RequestMapping(RestPaths.OWN + "/admin/users/activation")
class ActivationController {

  private final Principals principals;
  private final DetailedUsers details;
  private final AccountAdministration administration;

  ActivationController(
      Principals principals, DetailedUsers details, AccountAdministration administration) {
    this.principals = principals;
    this.details = details;
    this.administration = administration;
  }

  record Activation(@Nullable String name, @Nullable Boolean active) {}

  @PutMapping
  DetailedUser activate(Caller caller, @RequestBody Activation wanted) {
    User user = principals.user(RequestFields.required("name", wanted.name()));
    if (wanted.active() == null) {
      throw new InvalidFieldException("active", "The field active is required: true or false.");
    }
    return details.show(administration.activate(caller, user, wanted.active()));
  }
}
