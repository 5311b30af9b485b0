package org.packhouse.app.hosting.people;

import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.auth.TokenOwner;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.NotPermittedException;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** REST: a token for whoever asks. */
@RestController
class OwnTokensController {

  private final TokenRequests tokens;
  private final Directory directory;
  private final Permissions permissions;
  private final CurrentCaller caller;

  OwnTokensController(
      TokenRequests tokens, Directory directory, Permissions permissions, CurrentCaller caller) {
    this.tokens = tokens;
    this.directory = directory;
    this.permissions = permissions;
    this.caller = caller;
  }

  @PutMapping(RestPaths.ACCESS_TOKENS + "/users")
  TokenJson create(@RequestBody TokenRequests.Body body) {
    Caller asking = caller.get();
    permissions.check(asking, Permission.LICENSED_USER);
    User self = asking.user();
    if (self == null) {
      throw new NotPermittedException("An access key or token is nobody's account.", true, false);
    }
    Ranks.requireNoToken(asking);
    return TokenJson.of(
        tokens.create(new TokenOwner.OfUser(self.id()), body), directory.show(self));
  }
}
