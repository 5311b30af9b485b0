package org.packhouse.app.web.project;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.rest.Refusals;
import org.packhouse.app.source.branch.DetailedRef;
import org.packhouse.app.source.branch.RefDetails;
import org.packhouse.app.source.branch.RefKind;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.source.commit.Revisions;
import org.packhouse.app.source.sync.ForkSync;
import org.packhouse.app.source.sync.SyncRef;
import org.packhouse.app.source.sync.SyncStatus;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * The synchronization of a fork with its origin; the own commits of a branch or tag are discarded
 * after a page has shown what will be lost.
 */
@Controller
@RequestMapping({"/projects/{key}/repos/{slug}", "/users/{user}/repos/{slug}"})
record SyncPages(
    ForkSync sync, OpenRepositories repositories, RefDetails details, Revisions revisions) {

  @GetMapping("/sync")
  String show(@Requires(Permission.REPO_READ) RepositoryView view, Model model) throws IOException {
    SyncStatus status = sync.status(view.repository(), view.caller());
    model.addAttribute("tab", "forks");
    model.addAttribute("status", status);
    return "project/sync";
  }

  @PostMapping("/sync")
  String enable(
      @Requires(Permission.REPO_ADMIN) RepositoryView view,
      @RequestParam boolean enabled,
      FormSubmission submission)
      throws IOException {
    sync.setEnabled(view.repository(), enabled, view.caller());
    return submission.saved(
        view.link() + "/sync",
        enabled ? "The fork follows its origin now." : "The fork does not follow its origin now.");
  }

  @PostMapping("/sync/ref")
  String synchronize(
      @Requires(Permission.REPO_WRITE) RepositoryView view,
      @RequestParam String ref,
      @RequestParam ForkSync.Action action,
      FormSubmission submission)
      throws IOException {
    if (action == ForkSync.Action.DISCARD) {
      return "redirect:" + view.link() + "/sync/discard?ref=" + Links.encode(ref);
    }
    try {
      sync.synchronize(view.repository(), ref, action, null, view.caller());
      return submission.saved(view.link() + "/sync", "Done.");
    } catch (RefusedException e) {
      return refused(view, e, submission);
    }
  }

  /**
   * A ref's tip, null if it is no commit, and how many commits {@code base} lacks, null if not
   * counted.
   */
  private record Loss(@Nullable Commit commit, @Nullable Integer commits, String base) {
    static final Loss UNKNOWN = new Loss(null, null, "");
  }

  @GetMapping("/sync/discard")
  String confirm(
      @Requires(Permission.REPO_WRITE) RepositoryView view,
      @RequestParam String ref,
      Model model,
      FormSubmission submission)
      throws IOException {
    SyncRef found;
    try {
      found = sync.find(view.repository(), ref, view.caller());
    } catch (RefusedException e) {
      return refused(view, e, submission);
    }
    Loss loss = loss(view.repository(), found);
    model.addAttribute("tab", "forks");
    model.addAttribute("ref", found);
    model.addAttribute("word", kind(found).word());
    model.addAttribute("commit", loss.commit());
    model.addAttribute("lost", loss.commits());
    model.addAttribute("baseName", loss.base());
    return "project/discard";
  }

  @PostMapping("/sync/discard")
  String discard(
      @Requires(Permission.REPO_WRITE) RepositoryView view,
      @RequestParam String ref,
      @RequestParam String own,
      @RequestParam(defaultValue = "") String upstream,
      FormSubmission submission)
      throws IOException {
    try {
      Loss loss = loss(view.repository(), sync.find(view.repository(), ref, view.caller()));
      SyncRef gone = sync.discard(view.repository(), ref, own, upstream, view.caller());
      return submission.saved(view.link() + "/sync", done(gone, loss));
    } catch (RefusedException e) {
      return refused(view, e, submission);
    }
  }

  private static String refused(
      RepositoryView view, RefusedException refusal, FormSubmission submission) {
    if (Refusals.of(refusal).restStatus() != 409) {
      throw refusal;
    }
    return submission.failed(view.link() + "/sync", refusal.getMessage());
  }

  private static String done(SyncRef gone, Loss loss) {
    String named = "The %s %s".formatted(kind(gone).word(), gone.displayId());
    String what = gone.upstreamHash() == null ? " is deleted" : " is where the origin's is now";
    Integer commits = loss.commits();
    String lost =
        commits == null || commits == 0
            ? ""
            : ", without %d %s that %s does not have"
                .formatted(commits, commits == 1 ? "commit" : "commits", loss.base());
    return "%s%s%s. It pointed to %s.".formatted(named, what, lost, gone.ownHash());
  }

  private Loss loss(Repository fork, SyncRef ref) throws IOException {
    try (OpenRepository open = repositories.open(fork.id())) {
      RefSnapshot.Entry entry = open.refs().find(ref.name()).orElse(null);
      if (entry == null) {
        return Loss.UNKNOWN;
      }
      String upstream = ref.upstreamHash();
      Revision base = null;
      if (!ref.isTag()) {
        base =
            upstream == null
                ? revisions.resolve(open, null).orElse(null)
                : new Revision(upstream, null);
      }
      DetailedRef row = details.of(open, kind(ref), List.of(entry), base).getFirst();
      String of =
          upstream == null
              ? RefKind.BRANCH.shortName(open.refs().headTarget())
              : ref.displayId() + " of the origin";
      return new Loss(row.commit(), row.divergence() == null ? null : row.divergence().ahead(), of);
    }
  }

  private static RefKind kind(SyncRef ref) {
    return ref.isTag() ? RefKind.TAG : RefKind.BRANCH;
  }
}
