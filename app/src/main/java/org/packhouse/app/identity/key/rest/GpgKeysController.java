package org.packhouse.app.identity.key.rest;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.key.GpgKey;
import org.packhouse.app.identity.key.UserGpgKeys;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PrivilegeGuard;
import org.packhouse.app.identity.permission.RequestFields;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.Principals;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: OpenPGP keys of users, their own, and those of others for administrators. */
@RestController
@RequestMapping(RestPaths.GPG + "/keys")
class GpgKeysController {

  private final UserGpgKeys keys;
  private final Users users;
  private final Principals principals;
  private final PrivilegeGuard ranks;

  GpgKeysController(UserGpgKeys keys, Users users, Principals principals, PrivilegeGuard ranks) {
    this.keys = keys;
    this.users = users;
    this.principals = principals;
    this.ranks = ranks;
  }

  record Body(@Nullable String text) {}

  @GetMapping
  Page<GpgKeyView> list(
      @Requires(Permission.LICENSED_USER) Caller caller,
      @RequestParam(required = false) @Nullable String user,
      PageRequest page) {
    User owner = owner(caller, user);
    return Page.ofOneMore(page, keys.list(owner, page.start(), page.oneMore())).map(GpgKeyView::of);
  }

  @PostMapping
  GpgKeyView add(
      @Requires(Permission.LICENSED_USER) Caller caller,
      @RequestParam(required = false) @Nullable String user,
      @RequestBody Body body) {
    User owner = owner(caller, user);
    PrivilegeGuard.requireNoToken(caller);
    return GpgKeyView.of(keys.add(owner, RequestFields.required("text", body.text())));
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void removeAll(
      @Requires(Permission.LICENSED_USER) Caller caller,
      @RequestParam(required = false) @Nullable String user) {
    User owner = owner(caller, user);
    ranks.requireToChange(caller, owner);
    keys.removeAll(owner);
  }

  /** Removes a key. Several keys may share an id: the caller's own is preferred. */
  @DeleteMapping("/{fingerprintOrId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void remove(
      @Requires(Permission.LICENSED_USER) Caller caller, @PathVariable String fingerprintOrId) {
    User self = caller.user();
    List<GpgKey> found = keys.find(Principals.storable(fingerprintOrId));
    found.stream()
        .min(Comparator.comparing(key -> self == null || key.userId() != self.id()))
        .ifPresent(key ->
            users
                .findById(key.userId())
                .ifPresent(owner -> {
                  ranks.requireToChange(caller, owner);
                  keys.remove(owner, key);
                }));
  }

  private User owner(Caller caller, @Nullable String name) {
    User self = caller.user();
    if (name == null && self != null) {
      return self;
    }
    User owner = principals.bySlug(RequestFields.required("user", name));
    ranks.requireSelfOrOver(caller, owner);
    return owner;
  }
}
