package org.packhouse.app.identity.administration.rest;

import java.util.List;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST: user directories, of which the server has its own alone. */
@RestController
class UserDirectoryController {

  record Directory(String name, String type, String description, boolean active) {}

  @Requires(Permission.ADMIN)
  @GetMapping(RestPaths.API + "/admin/user-directories")
  List<Directory> list(@RequestParam(defaultValue = "false") boolean includeInactive) {
    return List.of(
        new Directory("Packhouse", "INTERNAL", "The users that the server itself keeps", true));
  }
}
