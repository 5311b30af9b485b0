package org.packhouse.app.identity.administration.rest;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.administration.Banner;
import org.packhouse.app.identity.administration.Banners;
import org.packhouse.app.identity.permission.ByToken;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.Open;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: the announcement, for its audience and for administrators. */
@ByToken
@RestController
@RequestMapping(RestPaths.API + "/admin/banner")
class BannerController {

  private final Banners banners;
  private final Permissions permissions;

  BannerController(Banners banners, Permissions permissions) {
    this.banners = banners;
    this.permissions = permissions;
  }

  record Body(@Nullable String message, @Nullable Boolean enabled, @Nullable String audience) {}

  @Open("shows an announcement to those whom it is for")
  @GetMapping
  ResponseEntity<Banner> get(Caller caller) {
    Optional<Banner> shown =
        banners
            .find()
            .filter(it ->
                it.isFor(permissions.test(caller, Permission.LICENSED_USER))
                    || permissions.test(caller, Permission.ADMIN));
    return shown.map(ResponseEntity::ok).orElseGet(() -> ResponseEntity.noContent().build());
  }

  @Requires(Permission.ADMIN)
  @PutMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void put(@RequestBody Body body) {
    banners.put(Banner.of(body.message(), !Boolean.FALSE.equals(body.enabled()), body.audience()));
  }

  @Requires(Permission.ADMIN)
  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete() {
    banners.remove();
  }
}
