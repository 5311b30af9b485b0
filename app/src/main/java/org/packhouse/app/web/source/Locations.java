package org.packhouse.app.web.source;

import org.packhouse.app.commit.Revision;
import org.packhouse.app.content.OpenRepository;
import org.packhouse.app.content.TreePath;
import org.packhouse.app.web.Links;
import org.packhouse.app.web.RepositoryView;

/**
 * Addresses of a repository's content at one revision, without the context path. The default branch
 * is left out of them.
 */
record Locations(RepositoryView repository, Revision revision, boolean isDefault) {

  static Locations of(RepositoryView view, OpenRepository open, Revision revision) {
    return new Locations(view, revision, open.refs().headTarget().equals(revision.refName()));
  }

  String browse(TreePath path) {
    return at(repository.link() + "/browse" + suffix(path));
  }

  String raw(TreePath path) {
    return at(repository.link() + "/raw" + suffix(path));
  }

  String commits(TreePath path) {
    String url = at(repository.link() + "/commits");
    return path.isRoot() ? url : url + (isDefault ? "?" : "&") + "path=" + path.url();
  }

  String permalink(TreePath path) {
    return repository.link() + "/browse" + suffix(path) + "?at=" + revision.commit();
  }

  private String at(String url) {
    return isDefault ? url : url + "?at=" + Links.encode(revision.at());
  }

  private static String suffix(TreePath path) {
    return path.isRoot() ? "" : "/" + path.url();
  }
}
