package org.packhouse.app.identity.account.rest;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PrivilegeGuard;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.Principals;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserSettings;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** REST: values that clients store for a user, for the user and administrators. */
@RestController
@RequestMapping(RestPaths.API + "/users/{userSlug}/settings")
class UserSettingsController {

  private final UserSettings settings;
  private final Principals principals;
  private final PrivilegeGuard ranks;

  UserSettingsController(UserSettings settings, Principals principals, PrivilegeGuard ranks) {
    this.settings = settings;
    this.principals = principals;
    this.ranks = ranks;
  }

  @GetMapping
  Map<String, JsonNode> get(
      @Requires(Permission.LICENSED_USER) Caller caller, @PathVariable String userSlug) {
    return settings.of(seen(caller, userSlug));
  }

  @PostMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void change(
      @Requires(Permission.LICENSED_USER) Caller caller,
      @PathVariable String userSlug,
      @RequestBody Map<String, @Nullable JsonNode> changes) {
    User user = principals.bySlug(userSlug);
    ranks.requireToChange(caller, user);
    settings.change(user, changes);
  }

  private User seen(Caller caller, String slug) {
    User user = principals.bySlug(slug);
    ranks.requireSelfOrOver(caller, user);
    return user;
  }
}
