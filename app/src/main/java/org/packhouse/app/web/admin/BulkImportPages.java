package org.packhouse.app.web.admin;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.administration.StoredAddresses;
import org.packhouse.app.identity.administration.StoredAddresses.Purpose;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.upkeep.imports.AllowedAddresses;
import org.packhouse.app.upkeep.imports.BulkImport;
import org.packhouse.app.upkeep.imports.BulkImports;
import org.packhouse.app.upkeep.imports.ImportState;
import org.packhouse.app.upkeep.imports.RepositoryImport;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.PageLinks;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * Imports of all repositories in a directory of the server, and the addresses allowed for imports.
 */
@Controller
@Requires(Permission.SYS_ADMIN)
record BulkImportPages(BulkImports imports, AllowedAddresses addresses, StoredAddresses stored) {

  private static final int PAGE = 50;

  record Form(@Nullable String directory, @Nullable String projectKey) {}

  @GetMapping("/admin/imports")
  String list(@RequestParam(defaultValue = "0") int start, Model model) {
    return show(new Form(null, null), start, model);
  }

  @PostMapping("/admin/imports")
  String start(Caller caller, Form form, Model model, FormSubmission submission) {
    return submission.handle(
        () ->
            "redirect:/admin/imports/"
                + imports
                    .start(Forms.text(form.directory()), Forms.text(form.projectKey()), caller)
                    .id(),
        () -> show(form, 0, model));
  }

  @PostMapping(
      path = "/admin/imports",
      params = {"addresses", "!reset"})
  String allow(
      @RequestParam(name = "addresses", defaultValue = "") String typed,
      Model model,
      FormSubmission submission) {
    model.addAttribute("typed", typed);
    return submission.handle(
        () -> {
          stored.store(Purpose.IMPORT, Forms.words(typed));
          return saved(submission);
        },
        () -> show(new Form(null, null), 0, model));
  }

  @PostMapping(path = "/admin/imports", params = "reset")
  String allowBySettings(FormSubmission submission) {
    stored.reset(Purpose.IMPORT);
    return saved(submission);
  }

  private static String saved(FormSubmission submission) {
    return submission.saved(
        "/admin/imports", "The addresses are saved. They hold on all nodes at once.");
  }

  private String show(Form form, int start, Model model) {
    AllowedAddresses.State allowed = addresses.find();
    if (!model.containsAttribute("typed")) {
      model.addAttribute("typed", String.join("\n", allowed.addresses()));
    }
    model.addAttribute("allowed", allowed);
    Page<BulkImport> page = imports.list(new PageRequest(Math.max(0, start), PAGE));
    model.addAttribute("tab", "imports");
    model.addAttribute("form", form);
    model.addAttribute("page", page);
    PageLinks.add(model, "/admin/imports?start=", page);
    return "admin/imports";
  }

  @GetMapping("/admin/imports/{id}")
  String one(
      @PathVariable long id,
      @RequestParam(required = false) @Nullable String state,
      @RequestParam(defaultValue = "0") int start,
      Model model) {
    ImportState chosen =
        Arrays.stream(ImportState.values())
            .filter(it -> it.name().equals(state))
            .findFirst()
            .orElse(null);
    Page<RepositoryImport> page =
        imports.repositories(id, chosen, new PageRequest(Math.max(0, start), PAGE));
    String filter = chosen == null ? "" : "state=" + chosen + "&";
    model.addAttribute("tab", "imports");
    model.addAttribute("bulk", imports.require(id));
    model.addAttribute("states", ImportState.values());
    model.addAttribute("chosen", chosen);
    model.addAttribute("page", page);
    model.addAttribute("here", "/admin/imports/" + id + "?" + filter + "start=" + page.start());
    PageLinks.add(model, "/admin/imports/" + id + "?" + filter + "start=", page);
    return "admin/import";
  }

  @PostMapping("/admin/imports/{id}/cancel")
  String cancel(@PathVariable long id) {
    imports.cancel(id);
    return "redirect:/admin/imports/" + id;
  }

  @PostMapping("/admin/imports/{id}/retry")
  String retry(@PathVariable long id) {
    imports.retry(id);
    return "redirect:/admin/imports/" + id;
  }
}
