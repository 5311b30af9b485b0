package org.packhouse.app.web.source.commit;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.source.comment.Comment;
import org.packhouse.app.source.comment.CommentAnchor;
import org.packhouse.app.source.comment.CommentSubject;
import org.packhouse.app.source.comment.CommentThread;
import org.packhouse.app.source.comment.CommentedCommits;
import org.packhouse.app.source.comment.Comments;
import org.packhouse.app.source.comment.NewComment;
import org.packhouse.app.source.comment.RequestedAnchor;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.diff.DiffPages;
import org.packhouse.app.web.layout.Links;
import org.packhouse.app.web.source.Edits;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Comments on a commit. */
@Controller
@RequestMapping({"/projects/{key}/repos/{slug}", "/users/{user}/repos/{slug}"})
record CommentPages(CommentedCommits commits, Comments comments, Users users, MessageText text) {

  private static final int PAGE = 100;

  @GetMapping("/commits/{id}/comments")
  String list(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @PathVariable String id,
      @RequestParam(defaultValue = "0") int start,
      Model model)
      throws IOException {
    return show(view, commits.require(view.repository(), id), start, "", model);
  }

  /** Shows the form of a comment on a file or line, as a page or as a part of the diff. */
  @GetMapping("/commits/{id}/comments/new")
  String begin(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @PathVariable String id,
      LinePlace place,
      @RequestHeader(name = "HX-Request", required = false) @Nullable String partial,
      Model model)
      throws IOException {
    if (view.caller().user() == null) {
      throw new NotPermittedException("Sign in to comment.", true, true);
    }
    String page = form(view, commits.require(view.repository(), id), place, "", model);
    return partial == null ? page : page + " :: placed";
  }

  private static String form(
      RepositoryView view, String commit, LinePlace place, String typed, Model model) {
    model.addAttribute("tab", "commits");
    model.addAttribute("commitId", commit);
    model.addAttribute("commitUrl", view.link() + "/commits/" + commit);
    model.addAttribute("place", place);
    model.addAttribute("typed", typed);
    model.addAttribute("scripts", List.of("/assets/pullrequest.js"));
    return "source/new-comment";
  }

  static boolean mayComment(RepositoryView view) {
    return view.caller().user() != null && !view.repository().archived();
  }

  @PostMapping("/commits/{id}/comments")
  String create(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @PathVariable String id,
      @RequestParam(defaultValue = "") String text,
      @RequestParam(required = false) @Nullable Long parent,
      LinePlace place,
      FormSubmission submission,
      Model model)
      throws IOException {
    String commit = commits.require(view.repository(), id);
    return Edits.submit(
        () -> {
          RequestedAnchor where = parent == null ? place.requested(null, null, null) : null;
          CommentAnchor anchor =
              where == null ? null : commits.anchor(view.repository(), commit, where);
          var wanted = new NewComment(text, parent, anchor, Comment.Severity.NORMAL);
          Comment made =
              comments.create(view.repository(), subject(view, commit), wanted, view.caller());
          return anchor == null
              ? "redirect:%s/commits/%s/comments#comment-%d"
                  .formatted(view.link(), commit, made.id())
              : "redirect:%s/commits/%s?said=%s#%s"
                  .formatted(
                      view.link(),
                      commit,
                      Links.encode(place.draft()),
                      DiffPages.anchor(anchor.path()));
        },
        () ->
            place.path() == null
                ? show(view, commit, 0, text, model)
                : form(view, commit, place, text, model),
        submission);
  }

  @PostMapping("/commits/{id}/comments/{comment}/delete")
  String delete(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @PathVariable String id,
      @PathVariable long comment,
      @RequestParam int version,
      FormSubmission submission,
      Model model)
      throws IOException {
    String commit = commits.require(view.repository(), id);
    return Edits.submit(
        () -> {
          comments.delete(
              view.repository(), subject(view, commit), comment, version, view.caller());
          return "redirect:%s/commits/%s/comments".formatted(view.link(), commit);
        },
        () -> show(view, commit, 0, "", model),
        submission);
  }

  private static CommentSubject subject(RepositoryView view, String commit) {
    return CommentSubject.ofCommit(view.repository().id(), commit);
  }

  private String show(RepositoryView view, String commit, int start, String typed, Model model) {
    Repository repository = view.repository();
    PageRequest request = new PageRequest(Math.max(0, start), PAGE);
    Page<CommentThread> page = comments.threads(subject(view, commit), null, request);

    List<CommentRow> rows =
        CommentRow.of(
            page.values(),
            users.findAllById(CommentRow.authorIds(page.values())),
            text.ofComments(page.values(), view),
            thread ->
                thread.replies().isEmpty()
                    && comments.mayDelete(thread.comment(), repository, view.caller()));
    String url = view.link() + "/commits/" + commit;
    model.addAttribute("tab", "commits");
    model.addAttribute("commitId", commit);
    model.addAttribute("commitUrl", url);
    model.addAttribute("comments", rows);
    model.addAttribute("typed", typed);
    model.addAttribute("maySpeak", mayComment(view));
    model.addAttribute(
        "nextUrl", page.isLastPage() ? null : url + "/comments?start=" + (start + PAGE));
    return "source/comments";
  }
}
