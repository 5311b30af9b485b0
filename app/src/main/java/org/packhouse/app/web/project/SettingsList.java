package org.packhouse.app.web.project;

import java.util.List;
import org.packhouse.app.web.ProjectView;
import org.packhouse.app.web.ResourceView;
import org.springframework.ui.Model;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/**
 * A page of settings of a project or repository that lists some things, with a form that adds one
 * or changes one.
 *
 * @param path its address below that of the project or repository
 * @param template it is shown by
 * @param tab it belongs to on a project; on a repository it belongs to the settings
 */
record SettingsList(String path, String template, String tab) {

  /** Leads back to the page, which says what was done. */
  String saved(ResourceView view, String message, RedirectAttributes redirect) {
    redirect.addFlashAttribute("saved", message);
    return "redirect:" + view.link() + path;
  }

  /** Shows the page. */
  String show(ResourceView view, List<?> rows, Object form, Model model) {
    model.addAttribute("rows", rows);
    model.addAttribute("form", form);
    model.addAttribute("tab", view instanceof ProjectView ? tab : "settings");
    model.addAttribute("url", view.link() + path);
    return template;
  }
}
