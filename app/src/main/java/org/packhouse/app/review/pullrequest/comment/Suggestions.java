package org.packhouse.app.review.pullrequest.comment;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.platform.refusal.OutOfDateException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestRules;
import org.packhouse.app.review.pullrequest.SourceRepositories;
import org.packhouse.app.source.comment.CommentAnchor;
import org.packhouse.app.source.comment.CommentAnchor.FileType;
import org.packhouse.app.source.comment.CommentLines;
import org.packhouse.app.source.comment.RequestedAnchor;
import org.packhouse.app.source.comment.rest.CommentView;
import org.packhouse.app.source.comment.rest.CommentView.AnchorView;
import org.packhouse.app.source.edit.ContentCommit;
import org.packhouse.app.source.edit.ContentCommits;
import org.packhouse.app.source.edit.Draft;
import org.packhouse.app.source.edit.EditedText;
import org.packhouse.app.source.edit.PathChange;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Service;

/**
 * Applies what a comment suggests: the line that it stands at, or the lines that it is about, are
 * replaced, by a commit on the source branch that the caller makes, by the rules and checks of a
 * push. That resolves the thread of the comment. A reply stands where its thread does.
 */
@Service
public class Suggestions {

  private static final Logger LOG = LoggerFactory.getLogger(Suggestions.class);

  private final PullRequestComments comments;
  private final SourceRepositories sources;
  private final ContentCommits commits;
  private final OpenRepositories repositories;
  private final FileLines lines;
  private final CommentPlaces places;

  Suggestions(
      PullRequestComments comments,
      SourceRepositories sources,
      ContentCommits commits,
      OpenRepositories repositories,
      FileLines lines,
      CommentPlaces places) {
    this.comments = comments;
    this.sources = sources;
    this.commits = commits;
    this.repositories = repositories;
    this.lines = lines;
    this.places = places;
  }

  /**
   * A suggestion to be applied.
   *
   * @param commentVersion the one that the caller has read; null: whichever
   * @param commitMessage null: one that names the file
   * @param pullRequestVersion as the comment's
   * @param suggestionIndex from 0, of those in the comment
   */
  public record Wanted(
      @Nullable Integer commentVersion,
      @Nullable String commitMessage,
      @Nullable Integer pullRequestVersion,
      @Nullable Integer suggestionIndex) {}

  /** How many suggestions a comment makes. */
  public static int count(String text) {
    return SuggestionText.of(text).size();
  }

  /**
   * Begins a suggestion: one that replaces the lines that a comment is about by the same lines.
   *
   * @param wanted where the comment shall stand
   * @throws InvalidFieldException if these are no lines of the diff, or none of the file as it is
   *     after the change
   */
  public String begin(
      Repository target, PullRequest pullRequest, RequestedAnchor wanted, Caller caller)
      throws IOException {
    try (OpenRepository open = repositories.open(target.id())) {
      CommentPlaces.Place place = places.find(open, target, pullRequest, wanted, caller);
      CommentAnchor anchor = place.anchor();
      Integer line = anchor.line();
      if (line == null || anchor.fileType() != FileType.TO) {
        throw new InvalidFieldException(
            "anchor.line",
            "Only lines that %s has after the change can be replaced."
                .formatted(InvalidFieldException.quote(anchor.path().display())));
      }
      CommentLines several = anchor.lines();
      List<String> all = text(open, place.commit(), anchor.path()).shown().lines().toList();
      int first = first(line, several == null ? null : several.span());
      return SuggestionText.block(all.subList(first - 1, line));
    }
  }

  private static int first(int line, CommentLines.@Nullable Span span) {
    Integer first = span == null ? null : span.dstSpanStart();
    return first == null ? line : Math.min(first, line);
  }

  /**
   * Applies one, which resolves its thread.
   *
   * @throws RefusedException if the comment has no such suggestion, 404 if there is no such
   *     comment, 409 if it is of another version, or its line is gone or has no such text any more
   * @throws NotPermittedException if the caller may not write to the source
   */
  public void apply(
      Repository target, PullRequest pullRequest, long commentId, Wanted wanted, Caller caller)
      throws IOException {
    PullRequestRules.user(caller);
    PullRequestRules.requireOpen(pullRequest);
    if (wanted.pullRequestVersion() != null) {
      PullRequestRules.requireVersion(pullRequest, wanted.pullRequestVersion());
    }
    CommentView comment = comments.show(target, pullRequest, commentId, caller);
    if (wanted.commentVersion() != null && wanted.commentVersion() != comment.version()) {
      throw new OutOfDateException(
          Thing.COMMENT,
          "The comment %d was changed meanwhile: read it again, and name the version that you read."
              .formatted(commentId));
    }
    List<String> suggested = suggestion(comment, wanted.suggestionIndex());
    Repository source = writable(pullRequest, caller);
    Place place = place(comments.first(target, pullRequest, comment, caller));
    EditedText before = content(source, pullRequest, place);
    commit(
        source,
        pullRequest,
        place,
        before.bytes(replaced(before, place, suggested)),
        wanted,
        caller);
    resolveThread(target, pullRequest, commentId, caller);
  }

  /** The suggestion is applied by now: nothing that happens to its thread undoes that. */
  private void resolveThread(
      Repository target, PullRequest pullRequest, long commentId, Caller caller) {
    try {
      comments.resolveThread(target, pullRequest, commentId, caller);
    } catch (RefusedException | DataAccessException e) {
      LOG.warn(
          "The suggestion of comment {} is applied; its thread could not be resolved",
          commentId,
          e);
    }
  }

  private record Place(TreePath path, int first, int line) {}

  private static List<String> suggestion(CommentView comment, @Nullable Integer index) {
    List<List<String>> all = SuggestionText.of(comment.text());
    int number = index == null ? 0 : index;
    if (number < 0 || number >= all.size()) {
      throw new InvalidFieldException(
          "suggestionIndex",
          "The comment has %d suggestions, which are counted from 0; there is no number %d."
              .formatted(all.size(), number));
    }
    return all.get(number);
  }

  private Repository writable(PullRequest pullRequest, Caller caller) {
    Optional<Repository> source = sources.available(pullRequest);
    if (source.isEmpty()) {
      throw new ConflictException(
          Conflict.INTEGRITY, "The repository of the source branch is gone or takes no pushes.");
    }
    if (!sources.mayWrite(pullRequest, caller)) {
      throw PullRequestRules.refused(
          "Only who may write to the repository of the source branch applies suggestions.");
    }
    return source.get();
  }

  private static Place place(CommentView comment) {
    AnchorView anchor = comment.anchor();
    Integer line = anchor == null ? null : anchor.line();
    if (anchor == null || line == null || anchor.fileType() != FileType.TO || anchor.orphaned()) {
      throw new ConflictException(
          Conflict.INTEGRITY,
          "The comment %d stands at no line of the file as it is now.".formatted(comment.id()));
    }
    return new Place(TreePath.of(anchor.path()), first(line, anchor.multilineSpan()), line);
  }

  private EditedText content(Repository source, PullRequest pullRequest, Place place)
      throws IOException {
    try (OpenRepository open = repositories.open(source.id())) {
      return text(open, pullRequest.from().commit(), place.path());
    }
  }

  private EditedText text(OpenRepository open, String commit, TreePath path) throws IOException {
    return lines
        .bytes(open, commit, path)
        .flatMap(EditedText::of)
        .orElseThrow(() ->
            new ConflictException(
                Conflict.INTEGRITY,
                "%s is no text that can be edited here."
                    .formatted(InvalidFieldException.quote(path.display()))));
  }

  private static String replaced(EditedText before, Place place, List<String> suggested) {
    List<String> all = new ArrayList<>(List.of(before.shown().split("(?<=\n)", -1)));
    if (place.line() > all.size()) {
      throw new ConflictException(
          Conflict.INTEGRITY,
          "%s has no line %d any more."
              .formatted(InvalidFieldException.quote(place.path().display()), place.line()));
    }
    String former = all.get(place.line() - 1);
    String text = String.join("\n", suggested);
    boolean ends = former.endsWith("\n") && !suggested.isEmpty();
    List<String> replaced = all.subList(place.first() - 1, place.line());
    replaced.clear();
    replaced.add(ends ? text + "\n" : text);
    return String.join("", all);
  }

  private void commit(
      Repository source,
      PullRequest pullRequest,
      Place place,
      byte[] content,
      Wanted wanted,
      Caller caller)
      throws IOException {
    String message = wanted.commitMessage();
    try (Draft draft = commits.begin(source)) {
      PathChange change =
          new PathChange.Write(
              place.path(),
              draft.store(new ByteArrayInputStream(content)),
              PathChange.Presence.PRESENT);
      commits.commit(
          draft,
          new ContentCommit(
              source,
              caller,
              pullRequest.from().refName(),
              null,
              pullRequest.from().commit(),
              message == null || message.isBlank()
                  ? "Apply a suggestion to " + place.path().display()
                  : message,
              List.of(change)));
    }
  }
}
