package org.packhouse.app.web.source;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.storage.content.TreeEntry;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.web.PathInUrl;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.layout.Links;
import org.springframework.ui.Model;

/**
 * A change of a branch at a path, which may be a directory; {@code tip} is null if the repository
 * is empty.
 */
record Editing(
    RepositoryView repository,
    String refName,
    @Nullable String tip,
    boolean isDefault,
    TreePath path) {

  private static final String HEADS = "refs/heads/";

  /** Adds to the model where an entry can be changed, if it can be. */
  static void offer(
      RepositoryView view, Revision revision, boolean isDefault, TreeEntry entry, Model model) {
    String refName = revision.refName();
    if (refName == null
        || !revision.isBranch()
        || !view.mayWrite()
        || view.repository().archived()) {
      return;
    }
    Editing editing = new Editing(view, refName, revision.commit(), isDefault, entry.path());
    if (entry.isDirectory()) {
      model.addAttribute("createUrl", editing.create());
      model.addAttribute("uploadUrl", editing.upload());
    } else if (entry.isFile()) {
      model.addAttribute("editUrl", editing.edit());
      model.addAttribute("deleteUrl", editing.delete());
    }
  }

  public String branch() {
    return refName.substring(HEADS.length());
  }

  String edit() {
    return page("/edit", path, at());
  }

  String create() {
    return page("/create", path, at());
  }

  String upload() {
    return page("/upload", path, at());
  }

  String delete() {
    return page("/delete", path, at());
  }

  String browse(TreePath to) {
    return page("/browse", to, isDefault ? "" : at());
  }

  String browse(TreePath to, String branch) {
    return branch.equals(branch())
        ? browse(to)
        : page("/browse", to, "at=" + Links.encode(HEADS + branch));
  }

  private String page(String page, TreePath to, String at) {
    return PathInUrl.of(repository.link() + page, to, at);
  }

  private String at() {
    return "at=" + Links.encode(refName);
  }
}
