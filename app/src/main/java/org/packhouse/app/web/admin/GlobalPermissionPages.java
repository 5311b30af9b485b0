package org.packhouse.app.web.admin;

import java.util.List;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.GlobalGrants;
import org.packhouse.app.identity.permission.Grantee;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.PermissionTable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;

/** Global permissions: to sign in, create projects and administer the server. */
@Controller
@Requires(Permission.ADMIN)
record GlobalPermissionPages(PermissionTable table, GlobalGrants grants) {

  private static final List<Permission> CHOICES =
      List.of(
          Permission.LICENSED_USER,
          Permission.PROJECT_CREATE,
          Permission.ADMIN,
          Permission.SYS_ADMIN);

  @GetMapping("/admin/permissions")
  String show(Model model) {
    model.addAttribute("tab", "permissions");
    model.addAttribute("rows", table.rows(null));
    model.addAttribute("choices", PermissionTable.choices(CHOICES));
    return "admin/permissions";
  }

  @PostMapping("/admin/permissions")
  String grant(Caller caller, PermissionTable.Form form, Model model, FormSubmission submission) {
    model.addAttribute("form", form);
    return submission.handle(
        () -> {
          Permission chosen = form.chosen(CHOICES);
          if (PermissionTable.isGroup(form)) {
            grants.grant(caller, List.of(Grantee.of(table.group(form))), chosen);
          } else {
            grants.grant(caller, List.of(Grantee.of(table.user(form))), chosen);
          }
          return submission.saved("/admin/permissions", "The permission is given.");
        },
        () -> show(model));
  }

  @PostMapping("/admin/permissions/revoke")
  String revoke(Caller caller, PermissionTable.Form form, Model model, FormSubmission submission) {
    return submission.handle(
        () -> {
          if (PermissionTable.isGroup(form)) {
            grants.revoke(caller, Grantee.of(table.group(form)));
          } else {
            grants.revoke(caller, Grantee.of(table.user(form)));
          }
          return submission.saved("/admin/permissions", "The permission is taken back.");
        },
        () -> show(model));
  }
}
