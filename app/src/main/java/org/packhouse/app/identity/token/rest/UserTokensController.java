package org.packhouse.app.identity.token.rest;

import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PrivilegeGuard;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.token.TokenOwner;
import org.packhouse.app.identity.token.TokenOwner.OfUser;
import org.packhouse.app.identity.user.Principals;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.rest.UserView;
import org.packhouse.app.identity.user.rest.UserViews;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: access tokens of users; administrators see and revoke those of others. */
@RestController
@RequestMapping(RestPaths.ACCESS_TOKENS + "/users")
class UserTokensController {

  private final TokenRequests tokens;
  private final Principals principals;
  private final UserViews views;
  private final PrivilegeGuard ranks;

  UserTokensController(
      TokenRequests tokens, Principals principals, UserViews views, PrivilegeGuard ranks) {
    this.tokens = tokens;
    this.principals = principals;
    this.views = views;
    this.ranks = ranks;
  }

  @GetMapping("/{userSlug}")
  Page<TokenView> list(
      @Requires(Permission.LICENSED_USER) Caller caller,
      @PathVariable String userSlug,
      PageRequest page) {
    User user = seen(caller, userSlug);
    UserView json = views.of(user);
    return tokens.list(owner(user), page).map(token -> TokenView.of(token, json));
  }

  @PutMapping
  TokenView create(
      @Requires(Permission.LICENSED_USER) User self,
      Caller caller,
      @RequestBody TokenRequests.Body body) {
    PrivilegeGuard.requireNoToken(caller);
    return TokenView.of(tokens.create(owner(self), body), views.of(self));
  }

  @PutMapping("/{userSlug}")
  TokenView create(
      @Requires(Permission.LICENSED_USER) Caller caller,
      @PathVariable String userSlug,
      @RequestBody TokenRequests.Body body) {
    User user = own(caller, userSlug);
    return TokenView.of(tokens.create(owner(user), body), views.of(user));
  }

  @GetMapping("/{userSlug}/{tokenId}")
  TokenView get(
      @Requires(Permission.LICENSED_USER) Caller caller,
      @PathVariable String userSlug,
      @PathVariable String tokenId) {
    User user = seen(caller, userSlug);
    return TokenView.of(tokens.get(owner(user), tokenId), views.of(user));
  }

  @PostMapping("/{userSlug}/{tokenId}")
  TokenView change(
      @Requires(Permission.LICENSED_USER) Caller caller,
      @PathVariable String userSlug,
      @PathVariable String tokenId,
      @RequestBody TokenRequests.Body body) {
    User user = own(caller, userSlug);
    return TokenView.of(tokens.change(owner(user), tokenId, body), views.of(user));
  }

  @DeleteMapping("/{userSlug}/{tokenId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void revoke(
      @Requires(Permission.LICENSED_USER) Caller caller,
      @PathVariable String userSlug,
      @PathVariable String tokenId) {
    User user = principals.bySlug(userSlug);
    ranks.requireToChange(caller, user);
    tokens.revoke(owner(user), tokenId);
  }

  private User seen(Caller caller, String slug) {
    User user = principals.bySlug(slug);
    ranks.requireSelfOrOver(caller, user);
    return user;
  }

  private User own(Caller caller, String slug) {
    User user = seen(caller, slug);
    if (!PrivilegeGuard.isSelf(caller, user)) {
      throw new NotPermittedException("Users make their access tokens themselves.", true, false);
    }
    PrivilegeGuard.requireNoToken(caller);
    return user;
  }

  private static TokenOwner owner(User user) {
    return new OfUser(user.id());
  }
}
