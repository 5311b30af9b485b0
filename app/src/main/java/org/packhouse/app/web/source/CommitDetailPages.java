package org.packhouse.app.web.source;

import java.io.IOException;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.source.changes.CommitChanges;
import org.packhouse.app.source.changes.CommitDiff;
import org.packhouse.app.source.changes.DiffDefaults;
import org.packhouse.app.source.changes.PathChoice;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.source.commit.Revisions;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.web.RepositoryView;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;

/** One commit, what it changes, and what people say of that. */
@Controller
@RequestMapping({"/projects/{key}/repos/{slug}", "/users/{user}/repos/{slug}"})
class CommitDetailPages {

  /** Lines around an edit. */
  static final int CONTEXT = 3;

  private final OpenRepositories repositories;
  private final Revisions revisions;
  private final CommitLog log;
  private final CommitDiff diff;
  private final DiffDefaults defaults;
  private final DiffComments.Reader said;

  CommitDetailPages(
      OpenRepositories repositories,
      Revisions revisions,
      CommitLog log,
      CommitDiff diff,
      DiffDefaults defaults,
      DiffComments.Reader said) {
    this.repositories = repositories;
    this.revisions = revisions;
    this.log = log;
    this.diff = diff;
    this.defaults = defaults;
    this.said = said;
  }

  @GetMapping("/commits/{id}")
  String commit(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @PathVariable String id,
      DiffPage.Look look,
      Model model)
      throws IOException {
    model.addAttribute("tab", "commits");
    try (OpenRepository open = repositories.open(view.repository().id())) {
      Revision revision = revisions.resolve(open, id).orElseThrow(() -> SourcePages.noRevision(id));
      Commit commit = log.read(open, revision.commit());
      CommitRange range = CommitRange.of(commit);
      CommitChanges changes =
          diff.read(
              open,
              range,
              PathChoice.ALL,
              defaults.shown().withContext(CONTEXT).ignoringWhitespace(look.ignoreWhitespace()));
      String address = view.link() + "/commits/" + commit.id();
      model.addAttribute("commit", commit);
      model.addAttribute("diff", DiffPage.of(view, range, changes, look, address));
      model.addAttribute("browseUrl", view.link() + "/browse?at=" + commit.id());
      model.addAttribute("said", said.read(view.repository(), range));
      model.addAttribute("commentsUrl", address + "/comments");
    }
    return "source/commit";
  }
}
