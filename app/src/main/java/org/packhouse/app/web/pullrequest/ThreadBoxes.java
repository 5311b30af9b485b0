package org.packhouse.app.web.pullrequest;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.source.comment.Comment;
import org.packhouse.app.source.comment.CommentAnchor;
import org.packhouse.app.source.comment.CommentLines;
import org.packhouse.app.source.comment.CommentThread;
import org.packhouse.app.source.comment.Comments;
import org.packhouse.app.source.comment.Emoticon;
import org.packhouse.app.source.comment.Reactions;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.diff.DiffPages;
import org.packhouse.app.web.pullrequest.list.PullRequestLists;
import org.packhouse.app.web.source.TextReferences;
import org.springframework.stereotype.Component;

/** Builds the boxes in which pages show comment threads. */
@Component
record ThreadBoxes(
    Users users,
    Comments comments,
    CommentText text,
    Reactions reactions,
    TextReferences.Search references) {

  private static final int MAX_DEPTH = 4;

  List<ThreadBox> of(
      RepositoryView view, PullRequest pullRequest, Collection<CommentThread> threads) {
    Set<Long> ids = new HashSet<>();
    threads.forEach(thread -> people(thread, ids));
    return of(view, pullRequest, threads, users.findAllById(ids));
  }

  List<ThreadBox> of(
      RepositoryView view,
      PullRequest pullRequest,
      Collection<CommentThread> threads,
      Map<Long, User> people) {
    Map<Long, Map<Emoticon, List<Long>>> reacted =
        reactions.of(threads.stream().flatMap(CommentThread::ids).toList());
    Page page = new Page(this, view, pullRequest, people, named(threads, view), reacted);
    return threads.stream().map(page::box).toList();
  }

  private TextReferences named(Collection<CommentThread> threads, RepositoryView view) {
    List<String> texts = new ArrayList<>();
    threads.forEach(thread -> addTexts(thread, texts));
    return references.in(texts, view);
  }

  private static void addTexts(CommentThread thread, List<String> texts) {
    texts.add(thread.comment().text());
    thread.replies().forEach(reply -> addTexts(reply, texts));
  }

  /** Collects the ids of authors and resolvers. */
  static void people(CommentThread thread, Set<Long> ids) {
    Comment.Resolution resolution = thread.comment().resolution();
    ids.add(thread.comment().authorId());
    if (resolution != null) {
      ids.add(resolution.userId());
    }
    thread.replies().forEach(reply -> people(reply, ids));
  }

  private record Page(
      ThreadBoxes boxes,
      RepositoryView view,
      PullRequest pullRequest,
      Map<Long, User> people,
      TextReferences named,
      Map<Long, Map<Emoticon, List<Long>>> reacted) {

    ThreadBox box(CommentThread thread) {
      List<CommentBox> shown = new ArrayList<>();
      add(thread, 0, shown);
      CommentAnchor anchor = thread.comment().anchor();
      return new ThreadBox(
          thread.comment().id(),
          shown,
          anchor == null ? null : place(anchor),
          anchor == null ? null : placeUrl(anchor),
          anchor != null && anchor.lines() != null);
    }

    private void add(CommentThread thread, int depth, List<CommentBox> shown) {
      Comment comment = thread.comment();
      Comment.Resolution resolution = comment.resolution();
      boolean open = !view.repository().archived();
      shown.add(
          new CommentBox(
              comment,
              people.get(comment.authorId()),
              resolution == null ? null : people.get(resolution.userId()),
              boxes.text.html(comment.text(), view, pullRequest, named),
              reactions(comment),
              Math.min(depth, MAX_DEPTH),
              new CommentBox.Rights(
                  open && boxes.comments.mayEdit(comment, view.caller()),
                  open
                      && thread.replies().isEmpty()
                      && boxes.comments.mayDelete(comment, view.repository(), view.caller()))));
      thread.replies().forEach(reply -> add(reply, depth + 1, shown));
    }

    private List<CommentBox.Reaction> reactions(Comment comment) {
      User reader = view.caller().user();
      List<CommentBox.Reaction> shown = new ArrayList<>();
      reacted
          .getOrDefault(comment.id(), Map.of())
          .forEach((emoticon, ids) ->
              shown.add(
                  new CommentBox.Reaction(
                      emoticon,
                      ids.size(),
                      ids.stream()
                          .map(people::get)
                          .filter(Objects::nonNull)
                          .map(User::displayName)
                          .collect(Collectors.joining(", ")),
                      reader != null && ids.contains(reader.id()))));
      return shown;
    }

    private static String place(CommentAnchor anchor) {
      CommentLines lines = anchor.lines();
      String path = anchor.path().display();
      if (anchor.line() == null) {
        return path;
      }
      return lines == null
          ? "%s, line %d".formatted(path, anchor.line())
          : "%s, lines %d to %d".formatted(path, lines.startLine(), anchor.line());
    }

    private String placeUrl(CommentAnchor anchor) {
      return PullRequestLists.url(view.repository(), pullRequest.number())
          + "/diff#"
          + DiffPages.anchor(anchor.path());
    }
  }
}
