package org.packhouse.app.web.source;

import java.util.List;
import org.packhouse.app.source.commit.NamedCommits;
import org.packhouse.app.source.commit.NamedCommits.Kind;
import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.web.PathInUrl;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Component;

/** Builds the menu that switches branch or tag. */
@Component
public class RefMenus {

  private static final int SHOWN = 30;

  private final NamedCommits names;

  RefMenus(NamedCommits names) {
    this.names = names;
  }

  /** The page that the menu leads to, {@code browse} or {@code commits}. */
  public record Target(String page, TreePath path) {
    String url(String repository, String refName) {
      String at = "at=" + Links.encode(refName);
      return page.equals("commits")
          ? PathInUrl.join(repository + "/commits", at, PathInUrl.parameter(path))
          : PathInUrl.of(repository + "/browse", path, at);
    }
  }

  public Menu of(
      RepositoryView view, OpenRepository open, Revision current, Target target, String filter) {
    List<Menu.Entry> branches = entries(view, open, current, target, Kind.BRANCH, filter);
    List<Menu.Entry> tags = entries(view, open, current, target, Kind.TAG, filter);
    String filterUrl =
        PathInUrl.join(
            view.link() + "/refs-menu",
            "page=" + target.page(),
            "at=" + Links.encode(current.at()),
            PathInUrl.parameter(target.path()));
    return new Menu(
        current.displayId(),
        current.isBranch() ? "branch" : current.isTag() ? "tag" : "commit",
        filterUrl,
        branches.subList(0, Math.min(SHOWN, branches.size())),
        tags.subList(0, Math.min(SHOWN, tags.size())),
        branches.size() > SHOWN || tags.size() > SHOWN);
  }

  private List<Menu.Entry> entries(
      RepositoryView view,
      OpenRepository open,
      Revision current,
      Target target,
      Kind kind,
      String filter) {
    String prefix = kind == Kind.BRANCH ? "refs/heads/" : "refs/tags/";
    return names.names(open, kind, filter, 0, SHOWN + 1).stream()
        .map(name ->
            new Menu.Entry(
                name,
                target.url(view.link(), prefix + name),
                (prefix + name).equals(current.refName()),
                (prefix + name).equals(open.refs().headTarget())))
        .toList();
  }

  /** The menu that switches branch or tag; {@code more} if not all are listed. */
  record Menu(
      String current,
      String icon,
      String filterUrl,
      List<Entry> branches,
      List<Entry> tags,
      boolean more) {

    record Entry(String name, String url, boolean isCurrent, boolean isDefault) {}
  }
}
