package org.packhouse.app.web.source;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.packhouse.app.source.browse.lastchange.LastChanges;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitAccounts;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.web.RepositoryView;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** Reads the commits that last changed files and directories. */
@Component
record LastCommits(LastChanges changes, CommitLog log, CommitAccounts accounts) {

  /** Commits by path; {@code isComplete} unless some are not known yet. */
  record OfDirectory(Map<TreePath, Commit> commits, boolean isComplete) {

    OfDirectory {
      commits = Map.copyOf(commits);
    }
  }

  OfDirectory in(
      OpenRepository open, String commit, TreePath directory, Collection<TreePath> entries)
      throws IOException {
    LastChanges.Found found = changes.find(open, commit, directory, entries, LastChanges.ON_A_PAGE);
    Map<String, Commit> read = log.readAll(open, found.commits().values());
    Map<TreePath, Commit> commits = new HashMap<>();
    found
        .commits()
        .forEach((path, id) -> {
          Commit last = read.get(id);
          if (last != null) {
            commits.put(path, last);
          }
        });
    return new OfDirectory(commits, found.isComplete());
  }

  /** Shows the commit that last changed a path, with its author, if it is known yet. */
  void show(RepositoryView view, OpenRepository open, String commit, TreePath path, Model model)
      throws IOException {
    Optional<Commit> last = of(open, commit, path);
    model.addAttribute("lastCommit", last.orElse(null));
    model.addAttribute(
        "accounts", accounts.of(last.stream().toList(), view.caller().permissionStamp()));
  }

  private Optional<Commit> of(OpenRepository open, String commit, TreePath path)
      throws IOException {
    Optional<String> id = changes.latest(open, commit, path, LastChanges.ON_A_PAGE);
    return id.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(log.readAll(open, List.of(id.get())).get(id.get()));
  }
}
