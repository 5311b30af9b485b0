package org.packhouse.app.web.source;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.storage.content.TreeEntry;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.web.PathInUrl;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.layout.Links;
import org.springframework.ui.Model;

/** A branch about to be changed; {@code tip} is null if the repository is empty. */
record Editing(RepositoryView repository, String refName, @Nullable String tip, boolean isDefault) {

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
    Editing editing = new Editing(view, refName, revision.commit(), isDefault);
    if (entry.isDirectory()) {
      model.addAttribute("createUrl", editing.create(entry.path()));
      model.addAttribute("uploadUrl", editing.upload(entry.path()));
    } else if (entry.isFile()) {
      model.addAttribute("editUrl", editing.edit(entry.path()));
      model.addAttribute("deleteUrl", editing.delete(entry.path()));
    }
  }

  public String branch() {
    return refName.substring(HEADS.length());
  }

  String edit(TreePath path) {
    return page("/edit", path, at());
  }

  String create(TreePath directory) {
    return page("/create", directory, at());
  }

  String upload(TreePath directory) {
    return page("/upload", directory, at());
  }

  String delete(TreePath path) {
    return page("/delete", path, at());
  }

  String browse(TreePath path) {
    return page("/browse", path, isDefault ? "" : at());
  }

  String browse(TreePath path, String branch) {
    return branch.equals(branch())
        ? browse(path)
        : page("/browse", path, "at=" + Links.encode(HEADS + branch));
  }

  private String page(String page, TreePath path, String at) {
    return PathInUrl.join(
        repository.link() + page + PathInUrl.suffix(path), at, PathInUrl.besideSuffix(path));
  }

  private String at() {
    return "at=" + Links.encode(refName);
  }
}
