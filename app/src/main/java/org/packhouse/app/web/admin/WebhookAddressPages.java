package org.packhouse.app.web.admin;

import java.util.List;
import org.packhouse.app.identity.administration.StoredAddresses;
import org.packhouse.app.identity.administration.StoredAddresses.Purpose;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.Forms;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The addresses allowed for receivers of webhooks. */
@Controller
@Requires(Permission.SYS_ADMIN)
record WebhookAddressPages(StoredAddresses addresses) {

  private static final String PATH = "/admin/webhooks";

  @GetMapping(PATH)
  String show(Model model) {
    return show(String.join("\n", addresses.find(Purpose.WEBHOOK).orElse(List.of())), model);
  }

  @PostMapping(PATH)
  String allow(
      @RequestParam(name = "addresses", defaultValue = "") String typed,
      Model model,
      FormSubmission submission) {
    return submission.handle(
        () -> {
          addresses.store(Purpose.WEBHOOK, Forms.words(typed));
          return submission.saved(PATH, "The addresses are saved. They hold on all nodes at once.");
        },
        () -> show(typed, model));
  }

  private static String show(String typed, Model model) {
    model.addAttribute("tab", "webhooks");
    model.addAttribute("typed", typed);
    return "admin/webhooks";
  }
}
