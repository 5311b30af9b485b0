package org.packhouse.app.hosting.people;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
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

/** REST: what clients keep for a user: for the user, and for administrators. */
@RestController
@RequestMapping(RestPaths.API + "/users/{userSlug}/settings")
class UserSettingsController {

  private final UserSettings settings;
  private final Directory directory;
  private final Permissions permissions;
  private final Ranks ranks;
  private final CurrentCaller caller;

  UserSettingsController(
      UserSettings settings,
      Directory directory,
      Permissions permissions,
      Ranks ranks,
      CurrentCaller caller) {
    this.settings = settings;
    this.directory = directory;
    this.permissions = permissions;
    this.ranks = ranks;
    this.caller = caller;
  }

  @GetMapping
  Map<String, JsonNode> get(@PathVariable String userSlug) {
    return settings.of(seen(userSlug));
  }

  @PostMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void change(@PathVariable String userSlug, @RequestBody Map<String, @Nullable JsonNode> changes) {
    settings.change(seen(userSlug), changes);
  }

  private User seen(String slug) {
    Caller asking = caller.get();
    permissions.check(asking, Permission.LICENSED_USER);
    User self = asking.user();
    User user = directory.bySlug(slug);
    if (self == null || self.id() != user.id()) {
      ranks.requireOver(asking, user);
    }
    return user;
  }
}
