package org.packhouse.app.web.admin;

import org.packhouse.app.hosting.repository.RepositoryTrash;
import org.packhouse.app.hosting.repository.TrashedRepository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.PageLinks;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Deleted repositories, which can be restored. */
@Controller
@Requires(Permission.ADMIN)
record TrashPages(RepositoryTrash trash) {

  private static final int PAGE = 50;

  @GetMapping("/admin/trash")
  String list(@RequestParam(defaultValue = "0") int start, Model model) {
    Page<TrashedRepository> page = trash.list(new PageRequest(Math.max(0, start), PAGE));

    model.addAttribute("tab", "trash");
    model.addAttribute("page", page);
    PageLinks.add(model, "/admin/trash?start=", page);
    return "admin/trash";
  }

  @PostMapping("/admin/trash/{id}/restore")
  String restore(@PathVariable long id, Model model, FormSubmission submission) {
    return submission.handle(
        () -> "redirect:" + Links.to(trash.restore(id, null, null)), () -> list(0, model));
  }
}
