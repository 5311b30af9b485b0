package org.packhouse.app.web.source.commit;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.source.comment.CommentedCommits;
import org.packhouse.app.source.comment.Watches;
import org.packhouse.app.web.RepositoryView;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Starts and stops watching a repository or a commit. */
@Controller
@RequestMapping({"/projects/{key}/repos/{slug}", "/users/{user}/repos/{slug}"})
record WatchPages(Watches watches, CommentedCommits commits) {

  /** Answers with a page, or to htmx with the item of a menu. */
  @GetMapping("/watch")
  String look(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @RequestHeader(name = "HX-Request", required = false) @Nullable String partial,
      Model model) {
    model.addAttribute("watching", watches.watches(view.repository().id(), reader(view).id()));
    model.addAttribute("tab", "source");
    return partial == null ? "source/watch" : "source/watch :: item";
  }

  @PostMapping("/watch")
  String repository(@Requires(Permission.REPO_READ) RepositoryView view, @RequestParam boolean on) {
    if (on) {
      watches.watch(view.repository().id(), reader(view).id());
    } else {
      watches.unwatch(view.repository().id(), reader(view).id());
    }
    return "redirect:" + view.link() + "/browse";
  }

  @PostMapping("/commits/{id}/watch")
  String commit(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @PathVariable String id,
      @RequestParam boolean on)
      throws IOException {
    long repository = view.repository().id();
    String commit = commits.require(view.repository(), id);
    if (on) {
      watches.watch(repository, commit, reader(view).id());
    } else {
      watches.unwatch(repository, commit, reader(view).id());
    }
    return "redirect:" + view.link() + "/commits/" + commit;
  }

  private static User reader(RepositoryView view) {
    User reader = view.caller().user();
    if (reader == null) {
      throw new NotPermittedException("Sign in to watch.", true, true);
    }
    return reader;
  }

  /** Shows whether the reader watches the commit; anonymous readers watch nothing. */
  static void show(Watches watches, RepositoryView view, String commit, Model model) {
    User reader = view.caller().user();
    if (reader != null) {
      model.addAttribute("watching", watches.watches(view.repository().id(), commit, reader.id()));
    }
  }
}
