package org.packhouse.app.web.pullrequest;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.comment.PullRequestThreads;
import org.packhouse.app.source.comment.Comment;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.layout.Links;
import org.packhouse.app.web.pullrequest.list.PullRequestLists;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** Responds to forms of comments: to scripts with the thread, to others with a redirect. */
@Component
record CommentResponses(
    PullRequestThreads threads, PullRequestHeads heads, ThreadBoxes boxes, Overview overview) {

  record Submission(
      RepositoryView view,
      PullRequest pullRequest,
      PlaceForm place,
      CommentForm typed,
      FormSubmission form) {

    String url() {
      return PullRequestLists.url(view.repository(), pullRequest.number());
    }
  }

  interface Write {
    /** Returns the written comment; null: it was deleted with its thread. */
    @Nullable Comment run() throws IOException;
  }

  /** Writes, and shows the thread or the reason of a refusal; a new thread has no root. */
  String respond(Submission submission, @Nullable Long root, Write write, Model model)
      throws IOException {
    return PullRequestForms.submit(
        submission.form(),
        List.of("text"),
        () -> done(submission, write.run(), model),
        () -> refused(submission, root, model));
  }

  private String done(Submission submission, @Nullable Comment made, Model model) {
    if (submission.form().isPartial()) {
      submission.form().trigger("said");
      return made == null
          ? "pullrequest/comments :: gone"
          : thread(submission, made.rootId(), model);
    }
    String draft = submission.typed().safeDraft();
    String page =
        submission.place().isInDiff()
            ? submission.place().diff(submission.url())
            : submission.url() + "/overview";
    String said =
        draft == null ? "" : (page.indexOf('?') < 0 ? "?" : "&") + "said=" + Links.encode(draft);
    return "redirect:" + page + said + (made == null ? "" : "#comment-" + made.id());
  }

  private String refused(Submission submission, @Nullable Long root, Model model)
      throws IOException {
    model.addAttribute("typed", submission.typed().typed());
    if (submission.form().isPartial() && root != null) {
      return thread(submission, root, model);
    }
    if (submission.form().isPartial() || submission.place().isInDiff()) {
      return form(submission, model);
    }
    return overview.show(submission.view(), submission.pullRequest(), null, model);
  }

  String form(Submission submission, Model model) {
    heads.show(submission.view(), submission.pullRequest(), "diff", model);
    model.addAttribute("place", submission.place());
    return submission.form().isPartial()
        ? "pullrequest/comments :: placed"
        : "pullrequest/new-comment";
  }

  private String thread(Submission submission, long root, Model model) {
    PullRequestHead head = heads.show(submission.view(), submission.pullRequest(), "diff", model);
    model.addAttribute(
        "thread",
        boxes
            .of(
                submission.view(),
                head.it(),
                List.of(threads.require(head.it(), root, submission.view().caller().user())))
            .getFirst());
    return "pullrequest/comments :: single";
  }
}
