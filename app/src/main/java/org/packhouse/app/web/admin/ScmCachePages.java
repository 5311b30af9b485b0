package org.packhouse.app.web.admin;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.cache.CachedResponses;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.PageLinks;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Cached clones and fetches of the node that serves the page. */
@Controller
@Requires(Permission.ADMIN)
record ScmCachePages(CachedResponses responses) {

  private static final int PAGE = 50;
  private static final String PATH = "/admin/scm-cache";

  @GetMapping(PATH)
  String list(@RequestParam(defaultValue = "0") int start, Model model) {
    Page<CachedResponses.Entry> page = responses.list(new PageRequest(Math.max(0, start), PAGE));

    model.addAttribute("tab", "scm-cache");
    model.addAttribute("statistics", responses.statistics());
    model.addAttribute("page", page);
    PageLinks.add(model, PATH + "?start=", page);
    return "admin/scm-cache";
  }

  /** Drops one entry, all of a repository if {@code entryId} is null, or all if both ids are. */
  @PostMapping(PATH + "/drop")
  String drop(
      @RequestParam(required = false) @Nullable Long repositoryId,
      @RequestParam(required = false) @Nullable String entryId,
      Model model,
      FormSubmission submission) {
    return submission.handle(
        () -> {
          if (repositoryId == null) {
            responses.dropAll();
          } else if (entryId == null) {
            responses.drop(repositoryId);
          } else {
            responses.drop(repositoryId, entryId);
          }
          return submission.saved(PATH, "Dropped. The next clone is made anew.");
        },
        () -> list(0, model));
  }
}
