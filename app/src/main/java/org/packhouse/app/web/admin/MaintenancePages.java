package org.packhouse.app.web.admin;

import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.maintenance.MaintenanceMode;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.web.Forms;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Locks the server for maintenance and unlocks it. */
@Controller
class MaintenancePages {

  private final MaintenanceMode mode;
  private final Permissions permissions;
  private final CurrentCaller callers;

  MaintenancePages(MaintenanceMode mode, Permissions permissions, CurrentCaller callers) {
    this.mode = mode;
    this.permissions = permissions;
    this.callers = callers;
  }

  @GetMapping("/admin/maintenance")
  String show(Model model) {
    permissions.check(callers.get(), Permission.SYS_ADMIN);
    model.addAttribute("tab", "maintenance");
    model.addAttribute("maintenance", mode.current().orElse(null));
    return "admin/maintenance";
  }

  @PostMapping("/admin/maintenance")
  String begin(
      @RequestParam(required = false) @Nullable String message,
      Model model,
      HttpServletResponse response,
      RedirectAttributes redirect) {
    Caller caller = callers.get();
    permissions.check(caller, Permission.SYS_ADMIN);
    model.addAttribute("message", message);
    return Forms.submit(
        () -> {
          mode.begin(caller, message);
          redirect.addFlashAttribute(
              "saved", "The server is locked for all but you and your like.");
          return "redirect:/admin/maintenance";
        },
        () -> show(model),
        model,
        response);
  }

  @PostMapping("/admin/maintenance/end")
  String end(RedirectAttributes redirect) {
    permissions.check(callers.get(), Permission.SYS_ADMIN);
    mode.end();
    redirect.addFlashAttribute("saved", "The server is open again.");
    return "redirect:/admin/maintenance";
  }
}
