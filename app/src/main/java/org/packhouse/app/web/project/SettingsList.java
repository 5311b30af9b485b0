package org.packhouse.app.web.project;

import java.util.List;
import org.packhouse.app.web.ProjectView;
import org.packhouse.app.web.ResourceView;
import org.springframework.ui.Model;

/**
 * A settings page with a list and a form, at a path below the project's or repository's. On a
 * repository its tab is always {@code settings}.
 */
record SettingsList(String path, String template, String tab) {

  String show(ResourceView view, List<?> rows, Object form, Model model) {
    model.addAttribute("rows", rows);
    model.addAttribute("form", form);
    model.addAttribute("tab", view instanceof ProjectView ? tab : "settings");
    model.addAttribute("url", view.link() + path);
    return template;
  }
}
