package org.packhouse.app.hosting.dialect.rest;

import java.util.List;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: mirrors, of which there are none. */
@RestController
@RequestMapping("/rest/mirroring/{version:1\\.0|latest}")
class MirrorController {

  @Requires(Permission.LICENSED_USER)
  @GetMapping("/mirrorServers")
  Page<Object> servers(PageRequest page) {
    return Page.ofAll(page, List.of());
  }

  @GetMapping("/repos/{repositoryId}/mirrors")
  Page<Object> ofRepository(
      @Requires(Permission.REPO_READ) Repository repository, PageRequest page) {
    return Page.ofAll(page, List.of());
  }
}
