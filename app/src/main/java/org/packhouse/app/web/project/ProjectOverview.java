package org.packhouse.app.web.project;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryFilter;
import org.packhouse.app.hosting.repository.RepositorySearch;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.PageLinks;
import org.packhouse.app.web.ProjectView;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** Fills the page of a project, personal or not, with its repositories. */
@Component
record ProjectOverview(RepositorySearch repositories) {

  static final int PAGE = 50;

  /**
   * Fills the page of a view that is in the model already; {@code name} filters the repositories.
   */
  String show(ProjectView view, @Nullable String name, int start, Model model) {
    RepositoryFilter wanted =
        new RepositoryFilter(
            Forms.text(name), null, view.project().key(), Permission.REPO_READ, null, null, null);
    Page<Repository> page =
        repositories.find(view.caller(), wanted, new PageRequest(Math.max(0, start), PAGE));
    model.addAttribute("tab", "repositories");
    model.addAttribute("filter", name);
    model.addAttribute("page", page);
    String filter = Links.encode(name == null ? "" : name);
    PageLinks.add(model, view.link() + "?name=" + filter + "&start=", page);
    return "project/project";
  }
}
