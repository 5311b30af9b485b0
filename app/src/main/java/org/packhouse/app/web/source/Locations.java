package org.packhouse.app.web.source;

import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
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
    return content("/browse", path, at());
  }

  String raw(TreePath path) {
    return content("/raw", path, at());
  }

  String commits(TreePath path) {
    return PathInUrl.join(repository.link() + "/commits", at(), PathInUrl.parameter(path));
  }

  String blame(TreePath path) {
    return PathInUrl.join(
        repository.link() + "/browse" + PathInUrl.suffix(path),
        at(),
        PathInUrl.besideSuffix(path),
        "blame=true");
  }

  /** The archive of a directory, to which {@code &format=} is to be added. */
  String archive(TreePath path) {
    return PathInUrl.join(
        repository.link() + "/archive",
        "at=" + Links.encode(revision.at()),
        PathInUrl.parameter(path));
  }

  String permalink(TreePath path) {
    return content("/browse", path, "at=" + revision.commit());
  }

  private String content(String page, TreePath path, String at) {
    return PathInUrl.join(
        repository.link() + page + PathInUrl.suffix(path), at, PathInUrl.besideSuffix(path));
  }

  private String at() {
    return isDefault ? "" : "at=" + Links.encode(revision.at());
  }
}
