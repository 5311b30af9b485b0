package org.packhouse.app.web;

import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.web.layout.Links;

/**
 * Addresses of a repository's content at one revision, without the context path. The default branch
 * is left out of them.
 */
public record Locations(RepositoryView repository, Revision revision, boolean isDefault) {

  /** The addresses at a revision. */
  public static Locations of(RepositoryView view, OpenRepository open, Revision revision) {
    return new Locations(view, revision, open.refs().headTarget().equals(revision.refName()));
  }

  /** Addresses at a commit, by its id. */
  public static Locations of(RepositoryView view, String commit) {
    return new Locations(view, new Revision(commit, null), false);
  }

  /** The page of a directory or file. */
  public String browse(TreePath path) {
    return content("/browse", path, at());
  }

  /** The page of a directory, from one of its entries on. */
  public String browseFrom(TreePath directory, String filter, int start) {
    return PathInUrl.join(
        repository.link() + "/browse" + PathInUrl.suffix(directory),
        at(),
        PathInUrl.besideSuffix(directory),
        filter.isEmpty() ? "" : "filter=" + Links.encode(filter),
        "start=" + start);
  }

  /** The bytes of a file. */
  public String raw(TreePath path) {
    return content("/raw", path, at());
  }

  /** The history of a path. */
  public String commits(TreePath path) {
    return PathInUrl.join(repository.link() + "/commits", at(), PathInUrl.parameter(path));
  }

  /** A file with who changed its lines last. */
  public String blame(TreePath path) {
    return PathInUrl.join(
        repository.link() + "/browse" + PathInUrl.suffix(path),
        at(),
        PathInUrl.besideSuffix(path),
        "blame=true");
  }

  /** The archive of a directory, to which {@code &format=} is to be added. */
  public String archive(TreePath path) {
    return PathInUrl.join(
        repository.link() + "/archive",
        "at=" + Links.encode(revision.at()),
        PathInUrl.parameter(path));
  }

  /** The page of a path at the commit, whatever becomes of the branch. */
  public String permalink(TreePath path) {
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
