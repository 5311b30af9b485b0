package org.packhouse.app.web.pullrequest;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.pullrequest.comment.PullRequestThreads;
import org.packhouse.app.source.comment.Comment;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.layout.Links;
import org.packhouse.app.web.pullrequest.list.PullRequestLists;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;
import org.springframework.web.context.request.NativeWebRequest;

/** The responses to those who say something of a pull request. */
@Component
class CommentResponses {

  private final PullRequestThreads threads;
  private final PullRequestHeads heads;
  private final ThreadBoxes boxes;
  private final Overview overview;

  CommentResponses(
      PullRequestThreads threads, PullRequestHeads heads, ThreadBoxes boxes, Overview overview) {
    this.threads = threads;
    this.heads = heads;
    this.boxes = boxes;
    this.overview = overview;
  }

  /**
   * A form that was sent.
   *
   * @param partial whether a script sent it
   */
  record Asked(
      RepositoryView view,
      long number,
      PlaceForm place,
      CommentForm typed,
      boolean partial,
      HttpServletResponse response) {

    static Asked of(
        RepositoryView view,
        long number,
        PlaceForm place,
        CommentForm typed,
        NativeWebRequest web) {
      return new Asked(
          view,
          number,
          place,
          typed,
          web.getHeader("HX-Request") != null,
          Objects.requireNonNull(web.getNativeResponse(HttpServletResponse.class)));
    }

    String url() {
      return PullRequestLists.url(view.repository(), number);
    }
  }

  /** Writes a comment. */
  interface Work {
    /** The comment as it is now; null: it is gone with its thread. */
    @Nullable Comment run() throws IOException;
  }

  /**
   * Does what is asked for, and shows what came of it.
   *
   * @param root the comment that the thread began with; null: there is no thread yet
   */
  String respond(Asked asked, @Nullable Long root, Work work, Model model) throws IOException {
    return PullRequestForms.submit(
        () -> done(asked, work.run(), model),
        () -> refused(asked, root, model),
        List.of("text"),
        model,
        asked.response());
  }

  private String done(Asked asked, @Nullable Comment made, Model model) {
    if (asked.partial()) {
      asked.response().setHeader("HX-Trigger", "said");
      return made == null ? "pullrequest/comments :: gone" : thread(asked, made.rootId(), model);
    }
    String draft = asked.typed().safeDraft();
    String page =
        asked.place().isInDiff() ? asked.place().diff(asked.url()) : asked.url() + "/overview";
    String said =
        draft == null ? "" : (page.indexOf('?') < 0 ? "?" : "&") + "said=" + Links.encode(draft);
    return "redirect:" + page + said + (made == null ? "" : "#comment-" + made.id());
  }

  private String refused(Asked asked, @Nullable Long root, Model model) throws IOException {
    model.addAttribute("typed", asked.typed().typed());
    if (asked.partial() && root != null) {
      return thread(asked, root, model);
    }
    if (asked.partial() || asked.place().isInDiff()) {
      return form(asked, model);
    }
    return overview.show(asked.view(), asked.number(), null, model);
  }

  /** The form of a new comment at a place. */
  String form(Asked asked, Model model) {
    heads.show(asked.view(), asked.number(), "diff", model);
    model.addAttribute("place", asked.place());
    return asked.partial() ? "pullrequest/comments :: placed" : "pullrequest/new-comment";
  }

  private String thread(Asked asked, long root, Model model) {
    PullRequestHead head = heads.show(asked.view(), asked.number(), "diff", model);
    model.addAttribute(
        "thread",
        boxes
            .of(
                asked.view(),
                head.it(),
                List.of(threads.require(head.it(), root, asked.view().caller().user())))
            .getFirst());
    return "pullrequest/comments :: single";
  }
}
