package org.packhouse.app.identity.token.rest;

import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PrivilegeGuard;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.token.TokenOwner;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.rest.UserViews;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** REST: an access token for the caller. */
@RestController
class OwnTokensController {

  private final TokenRequests tokens;
  private final UserViews views;

  OwnTokensController(TokenRequests tokens, UserViews views) {
    this.tokens = tokens;
    this.views = views;
  }

  @PutMapping(RestPaths.ACCESS_TOKENS + "/users")
  TokenView create(
      @Requires(Permission.LICENSED_USER) User self,
      Caller caller,
      @RequestBody TokenRequests.Body body) {
    PrivilegeGuard.requireNoToken(caller);
    return TokenView.of(tokens.create(new TokenOwner.OfUser(self.id()), body), views.of(self));
  }
}
