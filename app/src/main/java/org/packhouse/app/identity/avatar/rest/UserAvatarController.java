package org.packhouse.app.identity.avatar.rest;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.packhouse.app.identity.avatar.AvatarOwner;
import org.packhouse.app.identity.avatar.Avatars;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.PrivilegeGuard;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.Principals;
import org.packhouse.app.identity.user.UnknownUserException;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.rest.UserView;
import org.packhouse.app.platform.node.ServerAddress;
import org.packhouse.app.platform.rest.Open;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Avatars of users. They are public, but reveal to strangers no accounts. */
@RestController
class UserAvatarController {

  private final Principals principals;
  private final Avatars avatars;
  private final ServerAddress address;
  private final Permissions permissions;
  private final PrivilegeGuard ranks;

  UserAvatarController(
      Principals principals,
      Avatars avatars,
      ServerAddress address,
      Permissions permissions,
      PrivilegeGuard ranks) {
    this.principals = principals;
    this.avatars = avatars;
    this.address = address;
    this.permissions = permissions;
    this.ranks = ranks;
  }

  record Link(String href) {}

  @Open("shows strangers what tells them of no account")
  @GetMapping({RestPaths.API + "/users/{userSlug}/avatar.png", "/users/{userSlug}/avatar.png"})
  ResponseEntity<byte[]> get(
      Caller caller, @PathVariable String userSlug, @RequestParam(defaultValue = "256") int s) {
    boolean known = permissions.test(caller, Permission.LICENSED_USER);
    if (known) {
      User user =
          principals
              .findShownBySlug(userSlug)
              .orElseThrow(() -> new UnknownUserException(userSlug));
      return AvatarResponses.send(avatars.get(owner(user), user.displayName(), s));
    }
    Optional<User> user = principals.findShownBySlug(userSlug);
    return AvatarResponses.send(
        user.map(it -> avatars.getForStrangers(owner(it), s)).orElseGet(() -> avatars.ofNobody(s)));
  }

  @PostMapping(RestPaths.API + "/users/{userSlug}/avatar.png")
  @ResponseStatus(HttpStatus.CREATED)
  void put(
      @Requires(Permission.LICENSED_USER) Caller caller,
      @PathVariable String userSlug,
      HttpServletRequest request) {
    User user = changeable(caller, userSlug);
    avatars.put(owner(user), AvatarResponses.read(request, avatars.maxSize()));
  }

  @DeleteMapping(RestPaths.API + "/users/{userSlug}/avatar.png")
  Link delete(@Requires(Permission.LICENSED_USER) Caller caller, @PathVariable String userSlug) {
    User user = changeable(caller, userSlug);
    avatars.remove(owner(user));
    return new Link(UserView.avatarUrl(user, address.baseUrl(), Avatars.MAX_SIZE));
  }

  private User changeable(Caller caller, String slug) {
    User user = principals.bySlug(slug);
    ranks.requireToChange(caller, user);
    return user;
  }

  private static AvatarOwner owner(User user) {
    return new AvatarOwner.OfUser(user.id());
  }
}
