package org.packhouse.app.hosting.people;

import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.auth.TokenOwner;
import org.packhouse.app.identity.auth.TokenOwner.OfUser;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.NotPermittedException;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserJson;
import org.packhouse.app.platform.rest.Page;
import org.packhouse.app.platform.rest.PageRequest;
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

/**
 * REST: access tokens of users. Users make their own; administrators see and revoke those of
 * others.
 */
@RestController
@RequestMapping(RestPaths.ACCESS_TOKENS + "/users/{userSlug}")
class UserTokensController {

  private final TokenRequests tokens;
  private final Directory directory;
  private final Permissions permissions;
  private final Ranks ranks;
  private final CurrentCaller caller;

  UserTokensController(
      TokenRequests tokens,
      Directory directory,
      Permissions permissions,
      Ranks ranks,
      CurrentCaller caller) {
    this.tokens = tokens;
    this.directory = directory;
    this.permissions = permissions;
    this.ranks = ranks;
    this.caller = caller;
  }

  @GetMapping
  Page<TokenJson> list(@PathVariable String userSlug, PageRequest page) {
    User user = seen(userSlug);
    UserJson json = directory.show(user);
    return tokens.list(owner(user), page).map(token -> TokenJson.of(token, json));
  }

  @PutMapping
  TokenJson create(@PathVariable String userSlug, @RequestBody TokenRequests.Body body) {
    User user = own(userSlug);
    return TokenJson.of(tokens.create(owner(user), body), directory.show(user));
  }

  @GetMapping("/{tokenId}")
  TokenJson get(@PathVariable String userSlug, @PathVariable String tokenId) {
    User user = seen(userSlug);
    return TokenJson.of(tokens.get(owner(user), tokenId), directory.show(user));
  }

  @PostMapping("/{tokenId}")
  TokenJson change(
      @PathVariable String userSlug,
      @PathVariable String tokenId,
      @RequestBody TokenRequests.Body body) {
    User user = own(userSlug);
    return TokenJson.of(tokens.change(owner(user), tokenId, body), directory.show(user));
  }

  @DeleteMapping("/{tokenId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void revoke(@PathVariable String userSlug, @PathVariable String tokenId) {
    tokens.revoke(owner(seen(userSlug)), tokenId);
  }

  private User seen(String slug) {
    Caller asking = caller.get();
    permissions.check(asking, Permission.LICENSED_USER);
    User user = directory.bySlug(slug);
    if (!isSelf(asking, user)) {
      ranks.requireOver(asking, user);
    }
    return user;
  }

  private User own(String slug) {
    User user = seen(slug);
    Caller asking = caller.get();
    if (!isSelf(asking, user)) {
      throw new NotPermittedException("Users make their access tokens themselves.", true, false);
    }
    Ranks.requireNoToken(asking);
    return user;
  }

  private static boolean isSelf(Caller asking, User user) {
    User self = asking.user();
    return self != null && self.id() == user.id();
  }

  private static TokenOwner owner(User user) {
    return new OfUser(user.id());
  }
}
