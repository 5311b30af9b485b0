package org.packhouse.app.web.admin;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.maintenance.MaintenanceMode;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.storage.process.InstalledGit;
import org.packhouse.app.web.FormSubmission;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Locks the server for maintenance and unlocks it. */
@Controller
@Requires(Permission.SYS_ADMIN)
record MaintenancePages(MaintenanceMode mode, InstalledGit git) {

  @GetMapping("/admin/maintenance")
  String show(Model model) {
    model.addAttribute("tab", "maintenance");
    model.addAttribute("git", git.version());
    model.addAttribute("maintenance", mode.current().orElse(null));
    return "admin/maintenance";
  }

  @PostMapping("/admin/maintenance")
  String begin(
      Caller caller,
      @RequestParam(required = false) @Nullable String message,
      Model model,
      FormSubmission submission) {
    model.addAttribute("message", message);
    return submission.handle(
        () -> {
          mode.begin(caller, message);
          return submission.saved(
              "/admin/maintenance",
              "The server is locked for everybody but system administrators.");
        },
        () -> show(model));
  }

  @PostMapping("/admin/maintenance/end")
  String end(FormSubmission submission) {
    mode.end();
    return submission.saved("/admin/maintenance", "The server is open again.");
  }
}
