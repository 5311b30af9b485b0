package org.packhouse.app.identity.key.rest;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.key.SshKey;
import org.packhouse.app.identity.key.UserKeys;
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
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
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

/** REST: SSH keys of users, their own, and those of others for administrators. */
@RestController
@RequestMapping(RestPaths.SSH + "/keys")
class SshKeysController {

  private final UserKeys keys;
  private final Users users;
  private final Principals principals;
  private final PrivilegeGuard ranks;

  SshKeysController(UserKeys keys, Users users, Principals principals, PrivilegeGuard ranks) {
    this.keys = keys;
    this.users = users;
    this.principals = principals;
    this.ranks = ranks;
  }

  record Body(@Nullable String text, @Nullable String label, @Nullable Integer expiryDays) {}

  @GetMapping
  Page<SshKeyView> list(
      @Requires(Permission.LICENSED_USER) Caller caller,
      @RequestParam(required = false) @Nullable String user,
      @RequestParam(required = false) @Nullable String userName,
      PageRequest page) {
    User owner = owner(caller, user, userName);
    return Page.ofOneMore(page, keys.list(owner, page.start(), page.oneMore())).map(SshKeyView::of);
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  SshKeyView add(
      @Requires(Permission.LICENSED_USER) Caller caller,
      @RequestParam(required = false) @Nullable String user,
      @RequestParam(required = false) @Nullable String userName,
      @RequestBody Body body) {
    User owner = owner(caller, user, userName);
    PrivilegeGuard.requireNoToken(caller);
    return SshKeyView.of(
        keys.add(
            owner,
            RequestFields.required("text", body.text()),
            body.label(),
            RequestFields.life(body.expiryDays())));
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void removeAll(
      @Requires(Permission.LICENSED_USER) Caller caller,
      @RequestParam(required = false) @Nullable String user,
      @RequestParam(required = false) @Nullable String userName) {
    User owner = owner(caller, user, userName);
    ranks.requireToChange(caller, owner);
    keys.removeAll(owner);
  }

  @GetMapping("/{keyId}")
  SshKeyView get(@Requires(Permission.LICENSED_USER) Caller caller, @PathVariable long keyId) {
    SshKey key = keys.find(keyId).orElseThrow(() -> unknown(keyId));
    ranks.requireSelfOrOver(caller, ownerOf(key));
    return SshKeyView.of(key);
  }

  @DeleteMapping("/{keyId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void remove(@Requires(Permission.LICENSED_USER) Caller caller, @PathVariable long keyId) {
    SshKey key = keys.find(keyId).orElse(null);
    if (key != null) {
      User owner = ownerOf(key);
      ranks.requireToChange(caller, owner);
      keys.remove(owner, keyId);
    }
  }

  private User owner(Caller caller, @Nullable String slug, @Nullable String name) {
    User self = caller.user();
    if (slug == null && name == null && self != null) {
      return self;
    }
    User owner =
        slug == null
            ? principals.user(RequestFields.required("user", name))
            : principals.bySlug(slug);
    ranks.requireSelfOrOver(caller, owner);
    return owner;
  }

  private User ownerOf(SshKey key) {
    return Optional.ofNullable(key.userId())
        .flatMap(users::findById)
        .orElseThrow(() -> unknown(key.id()));
  }

  private static RefusedException unknown(long id) {
    return new NoSuchException(Thing.ENTITY, "There is no SSH key " + id + ".");
  }
}
