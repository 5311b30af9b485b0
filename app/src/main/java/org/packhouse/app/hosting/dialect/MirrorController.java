package org.packhouse.app.hosting.dialect;

import java.util.List;
import org.packhouse.app.hosting.repository.NoSuchRepositoryException;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.NotPermittedException;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.platform.rest.Page;
import org.packhouse.app.platform.rest.PageRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: the server has no mirrors, which is what clients that look for one are told. */
@RestController
@RequestMapping("/rest/mirroring/{version:1\\.0|latest}")
class MirrorController {

  private final Permissions permissions;
  private final CurrentCaller caller;

  MirrorController(Permissions permissions, CurrentCaller caller) {
    this.permissions = permissions;
    this.caller = caller;
  }

  @GetMapping("/mirrorServers")
  Page<Object> servers(PageRequest page) {
    permissions.check(caller.get(), Permission.LICENSED_USER);
    return Page.ofAll(page, List.of());
  }

  @GetMapping("/repos/{repositoryId}/mirrors")
  Page<Object> ofRepository(@PathVariable long repositoryId, PageRequest page) {
    Caller who = caller.get();
    try {
      permissions.check(who, new RepositoryId(repositoryId), Permission.REPO_READ);
    } catch (NotPermittedException e) {
      if (e.visible() || e.anonymous()) {
        throw e;
      }
      throw (NoSuchRepositoryException) new NoSuchRepositoryException(repositoryId).initCause(e);
    }
    return Page.ofAll(page, List.of());
  }
}
