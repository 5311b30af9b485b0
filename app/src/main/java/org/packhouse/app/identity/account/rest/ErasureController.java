package org.packhouse.app.identity.account.rest;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.RequestFields;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.Erasure;
import org.packhouse.app.identity.user.Principals;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: erases deleted users, for administrators. */
@RestController
@Requires(Permission.ADMIN)
@RequestMapping(RestPaths.API + "/admin/users/erasure")
class ErasureController {

  private final Erasure erasure;

  ErasureController(Erasure erasure) {
    this.erasure = erasure;
  }

  record Erased(String newIdentifier) {}

  /** Refuses what cannot be erased. */
  @GetMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void check(@RequestParam(required = false) @Nullable String name) {
    erasure.check(Principals.storable(RequestFields.required("name", name)));
  }

  @PostMapping
  Erased erase(@RequestParam(required = false) @Nullable String name) {
    return new Erased(erasure.erase(Principals.storable(RequestFields.required("name", name))));
  }
}
