package org.packhouse.app.web.pullrequest;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.comment.PullRequestComments;
import org.packhouse.app.review.pullrequest.comment.PullRequestComments.NewPullRequestComment;
import org.packhouse.app.review.pullrequest.comment.PullRequestThreads;
import org.packhouse.app.review.pullrequest.comment.Suggestions;
import org.packhouse.app.source.comment.Comment.Severity;
import org.packhouse.app.source.comment.CommentChange;
import org.packhouse.app.source.comment.RequestedAnchor;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.NotFoundException;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.pullrequest.PullRequestDiffPages.Shown;
import org.packhouse.app.web.source.commit.LinePlace;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;

/** The forms of comments on a pull request. */
@Controller
@RequestMapping({
  "/projects/{key}/repos/{slug}/pull-requests/{number}/comments",
  "/users/{user}/repos/{slug}/pull-requests/{number}/comments"
})
record CommentForms(
    PullRequestComments comments,
    PullRequestThreads threads,
    CommentResponses responses,
    Suggestions suggestions) {

  /** Shows the form of a comment on a file or line, as a page or as a part of the diff. */
  @GetMapping("/new")
  String begin(
      @Requires(Permission.REPO_READ) RepositoryView view,
      PullRequest it,
      LinePlace place,
      Shown range,
      CommentForm typed,
      FormSubmission submission,
      Model model) {
    if (view.caller().user() == null) {
      throw new NotPermittedException("Sign in to comment.", true, true);
    }
    return responses.form(
        new CommentResponses.Submission(view, it, new PlaceForm(place, range), typed, submission),
        model);
  }

  /** Returns a suggestion that leaves the lines of a comment as they are, for a script. */
  @GetMapping(path = "/suggestion", produces = MediaType.TEXT_PLAIN_VALUE)
  @ResponseBody
  String suggest(
      @Requires(Permission.REPO_READ) RepositoryView view,
      PullRequest it,
      LinePlace place,
      Shown range)
      throws IOException {
    RequestedAnchor anchor = new PlaceForm(place, range).anchor();
    if (anchor == null) {
      throw new NotFoundException("A suggestion replaces lines of a file.");
    }
    try {
      return suggestions.begin(view.repository(), it, anchor, view.caller());
    } catch (InvalidFieldException e) {
      throw new NotFoundException(String.valueOf(e.getMessage()));
    }
  }

  @PostMapping
  String create(
      @Requires(Permission.REPO_READ) RepositoryView view,
      PullRequest it,
      LinePlace place,
      Shown range,
      CommentForm typed,
      FormSubmission submission,
      Model model)
      throws IOException {
    Severity severity = Boolean.TRUE.equals(typed.task()) ? Severity.BLOCKER : Severity.NORMAL;
    NewPullRequestComment request =
        new NewPullRequestComment(
            typed.words(),
            typed.parent(),
            typed.parent() == null ? new PlaceForm(place, range).anchor() : null,
            severity,
            Boolean.TRUE.equals(typed.pending()));
    return responses.respond(
        new CommentResponses.Submission(view, it, new PlaceForm(place, range), typed, submission),
        typed.parent() == null ? null : root(view, it, typed.parent()),
        () -> comments.create(view.repository(), it, request, view.caller()),
        model);
  }

  @PostMapping("/{comment}")
  String edit(
      @Requires(Permission.REPO_READ) RepositoryView view,
      PullRequest it,
      @PathVariable long comment,
      CommentForm typed,
      FormSubmission submission,
      Model model)
      throws IOException {
    CommentChange change =
        new CommentChange(typed.versionOrNone(), typed.words(), null, null, null);
    return change(view, it, comment, change, typed, submission, model);
  }

  /**
   * The button of a comment's state.
   *
   * @param task whether the comment is a task
   * @param resolved whether the task is resolved
   * @param settled whether the thread is resolved
   */
  record StateForm(
      @Nullable Integer version,
      @Nullable Boolean task,
      @Nullable Boolean resolved,
      @Nullable Boolean settled) {}

  /** Resolves or reopens a task or thread, or makes a comment a task or a task a comment. */
  @PostMapping("/{comment}/state")
  String state(
      @Requires(Permission.REPO_READ) RepositoryView view,
      PullRequest it,
      @PathVariable long comment,
      StateForm form,
      FormSubmission submission,
      Model model)
      throws IOException {
    Boolean task = form.task();
    CommentChange change =
        new CommentChange(
            form.version() == null ? -1 : form.version(),
            null,
            task == null ? null : task ? Severity.BLOCKER : Severity.NORMAL,
            form.resolved(),
            form.settled());
    return change(view, it, comment, change, CommentForm.NONE, submission, model);
  }

  @PostMapping("/{comment}/reactions")
  String react(
      @Requires(Permission.REPO_READ) RepositoryView view,
      PullRequest it,
      @PathVariable long comment,
      @RequestParam String emoticon,
      @RequestParam(defaultValue = "true") boolean on,
      FormSubmission submission,
      Model model)
      throws IOException {
    CommentForm none = CommentForm.NONE;
    return responses.respond(
        new CommentResponses.Submission(view, it, PlaceForm.NONE, none, submission),
        root(view, it, comment),
        () -> {
          comments.react(view.repository(), it, comment, emoticon, on, view.caller());
          return threads.require(it, comment, view.caller().user()).comment();
        },
        model);
  }

  private String change(
      RepositoryView view,
      PullRequest it,
      long comment,
      CommentChange change,
      CommentForm typed,
      FormSubmission submission,
      Model model)
      throws IOException {
    return responses.respond(
        new CommentResponses.Submission(view, it, PlaceForm.NONE, typed.of(comment), submission),
        root(view, it, comment),
        () -> comments.update(view.repository(), it, comment, change, view.caller()),
        model);
  }

  @PostMapping("/{comment}/delete")
  String delete(
      @Requires(Permission.REPO_READ) RepositoryView view,
      PullRequest it,
      @PathVariable long comment,
      CommentForm typed,
      FormSubmission submission,
      Model model)
      throws IOException {
    long root = root(view, it, comment);
    return responses.respond(
        new CommentResponses.Submission(view, it, PlaceForm.NONE, typed, submission),
        root,
        () -> {
          comments.delete(view.repository(), it, comment, typed.versionOrNone(), view.caller());
          return root == comment ? null : threads.require(it, root, view.caller().user()).comment();
        },
        model);
  }

  private long root(RepositoryView view, PullRequest it, long comment) {
    return threads.require(it, comment, view.caller().user()).comment().rootId();
  }
}
