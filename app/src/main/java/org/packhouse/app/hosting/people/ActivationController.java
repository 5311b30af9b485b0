package org.packhouse.app.hosting.people;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.rest.InvalidFieldException;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: shutting accounts out and letting them in again, for administrators. */
@RestController
@RequestMapping(RestPaths.OWN + "/admin/users/activation")
class ActivationController {

  private final Directory directory;
  private final AccountAdministration administration;
  private final Ranks ranks;
  private final CurrentCaller caller;

  ActivationController(
      Directory directory,
      AccountAdministration administration,
      Ranks ranks,
      CurrentCaller caller) {
    this.directory = directory;
    this.administration = administration;
    this.ranks = ranks;
    this.caller = caller;
  }

  record Activation(@Nullable String name, @Nullable Boolean active) {}

  @PutMapping
  DetailedUser activate(@RequestBody Activation wanted) {
    Caller asking = caller.get();
    ranks.requireAdministrator(asking);
    User user = directory.user(RequestFields.required("name", wanted.name()));
    if (wanted.active() == null) {
      throw new InvalidFieldException("active", "The field active is required: true or false.");
    }
    return directory.showDetails(administration.activate(asking, user, wanted.active()));
  }
}
