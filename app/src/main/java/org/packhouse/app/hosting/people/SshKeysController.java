package org.packhouse.app.hosting.people;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.auth.SshKey;
import org.packhouse.app.identity.auth.UserKeys;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.Page;
import org.packhouse.app.platform.rest.PageRequest;
import org.packhouse.app.platform.rest.RestException;
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

/** REST: SSH keys of users: everybody's own; those of others for administrators. */
@RestController
@RequestMapping(RestPaths.SSH + "/keys")
class SshKeysController {

  private final UserKeys keys;
  private final Users users;
  private final Directory directory;
  private final Permissions permissions;
  private final Ranks ranks;
  private final CurrentCaller caller;

  SshKeysController(
      UserKeys keys,
      Users users,
      Directory directory,
      Permissions permissions,
      Ranks ranks,
      CurrentCaller caller) {
    this.keys = keys;
    this.users = users;
    this.directory = directory;
    this.permissions = permissions;
    this.ranks = ranks;
    this.caller = caller;
  }

  record Body(@Nullable String text, @Nullable String label, @Nullable Integer expiryDays) {}

  @GetMapping
  Page<SshKeyJson> list(
      @RequestParam(required = false) @Nullable String user,
      @RequestParam(required = false) @Nullable String userName,
      PageRequest page) {
    User owner = owner(user, userName);
    return Page.ofOneMore(page, keys.list(owner, page.start(), page.oneMore())).map(SshKeyJson::of);
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  SshKeyJson add(
      @RequestParam(required = false) @Nullable String user,
      @RequestParam(required = false) @Nullable String userName,
      @RequestBody Body body) {
    User owner = owner(user, userName);
    Ranks.requireNoToken(caller.get());
    return SshKeyJson.of(
        keys.add(
            owner,
            RequestFields.required("text", body.text()),
            body.label(),
            RequestFields.life(body.expiryDays())));
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void removeAll(
      @RequestParam(required = false) @Nullable String user,
      @RequestParam(required = false) @Nullable String userName) {
    keys.removeAll(owner(user, userName));
  }

  @GetMapping("/{keyId}")
  SshKeyJson get(@PathVariable long keyId) {
    permissions.check(caller.get(), Permission.LICENSED_USER);
    SshKey key = keys.find(keyId).orElseThrow(() -> unknown(keyId));
    requireOwn(ownerOf(key));
    return SshKeyJson.of(key);
  }

  @DeleteMapping("/{keyId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void remove(@PathVariable long keyId) {
    permissions.check(caller.get(), Permission.LICENSED_USER);
    SshKey key = keys.find(keyId).orElse(null);
    if (key != null) {
      User owner = ownerOf(key);
      requireOwn(owner);
      keys.remove(owner, keyId);
    }
  }

  private User owner(@Nullable String slug, @Nullable String name) {
    Caller asking = caller.get();
    permissions.check(asking, Permission.LICENSED_USER);
    User self = asking.user();
    if (slug == null && name == null && self != null) {
      return self;
    }
    User owner =
        slug == null
            ? directory.user(RequestFields.required("user", name))
            : directory.bySlug(slug);
    requireOwn(owner);
    return owner;
  }

  private User ownerOf(SshKey key) {
    return Optional.ofNullable(key.userId())
        .flatMap(users::findById)
        .orElseThrow(() -> unknown(key.id()));
  }

  private void requireOwn(User owner) {
    Caller asking = caller.get();
    User self = asking.user();
    if (self == null || self.id() != owner.id()) {
      ranks.requireOver(asking, owner);
    }
  }

  private static RestException unknown(long id) {
    return new RestException(
        HttpStatus.NOT_FOUND.value(),
        ExceptionName.NO_SUCH_ENTITY,
        "There is no SSH key " + id + ".");
  }
}
