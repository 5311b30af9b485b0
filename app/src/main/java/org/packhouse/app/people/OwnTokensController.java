package org.packhouse.app.people;

import org.packhouse.app.auth.CurrentCaller;
import org.packhouse.app.auth.TokenOwner;
import org.packhouse.app.permission.Caller;
import org.packhouse.app.permission.NotPermittedException;
import org.packhouse.app.permission.Permission;
import org.packhouse.app.permission.Permissions;
import org.packhouse.app.rest.RestPaths;
import org.packhouse.app.user.User;
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
