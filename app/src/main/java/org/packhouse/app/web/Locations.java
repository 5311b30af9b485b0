package org.packhouse.app.web;

import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.web.layout.Links;

/**
 * URLs of a repository's content at one revision, without the context path. They do not name the
 * default branch.
 */
public record Locations(RepositoryView repository, Revision revision, boolean isDefault) {

  public static Locations of(RepositoryView view, OpenRepository open, Revision revision) {
    return new Locations(view, revision, open.refs().headTarget().equals(revision.refName()));
  }

  public static Locations of(RepositoryView view, String commit) {
    return new Locations(view, new Revision(commit, null), false);
  }

  public String browse(TreePath path) {
    return content("/browse", path, at());
  }

  /** Returns the page of a directory that begins at the entry with index {@code start}. */
  public String browseFrom(TreePath directory, String filter, int start) {
    return PathInUrl.join(
        repository.link() + "/browse" + PathInUrl.suffix(directory),
        at(),
        PathInUrl.besideSuffix(directory),
        filter.isEmpty() ? "" : "filter=" + Links.encode(filter),
        "start=" + start);
  }

  public String raw(TreePath path) {
    return content("/raw", path, at());
  }

  public String commits(TreePath path) {
    return PathInUrl.join(repository.link() + "/commits", at(), PathInUrl.parameter(path));
  }

  public String blame(TreePath path) {
    return PathInUrl.join(
        repository.link() + "/browse" + PathInUrl.suffix(path),
        at(),
        PathInUrl.besideSuffix(path),
        "blame=true");
  }

  /** Returns the URL of a directory's archive, to which callers append {@code &format=}. */
  public String archive(TreePath path) {
    return PathInUrl.join(
        repository.link() + "/archive",
        "at=" + Links.encode(revision.at()),
        PathInUrl.parameter(path));
  }

  /** Returns the page of a path at the commit, which stays when the branch moves. */
  public String permalink(TreePath path) {
    return content("/browse", path, "at=" + revision.commit());
  }

  private String content(String page, TreePath path, String at) {
    return PathInUrl.of(repository.link() + page, path, at);
  }

  private String at() {
    return isDefault ? "" : "at=" + Links.encode(revision.at());
  }
}
