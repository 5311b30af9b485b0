package org.packhouse.app.identity.administration.rest;

import java.util.List;
import org.packhouse.app.identity.permission.ByToken;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: the caches in the memory of the answering node. */
@ByToken
@RestController
class CacheController {

  private final Caches caches;

  CacheController(Caches caches) {
    this.caches = caches;
  }

  record View(List<Caches.State> caches) {}

  @Requires(Permission.ADMIN)
  @GetMapping(RestPaths.OWN + "/admin/caches")
  View get() {
    return new View(caches.states());
  }
}
