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
import org.packhouse.app.source.comment.Comment;
import org.packhouse.app.source.comment.CommentAnchor;
import org.packhouse.app.source.comment.CommentAnchor.FileType;
import org.packhouse.app.source.comment.CommentLines;
import org.packhouse.app.source.comment.PlacedAnchor;
import org.packhouse.app.source.comment.RequestedAnchor;
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
 * Applies suggestions of comments: a commit on the source branch, by the rules and checks of a
 * push, replaces the lines that the thread is about, and the thread is resolved.
 */
@Service
public class Suggestions {

  private static final Logger LOG = LoggerFactory.getLogger(Suggestions.class);

  private final PullRequestComments comments;
  private final SourceRepositories sources;
  private final ContentCommits commits;
  private final OpenRepositories repositories;
  private final CommitFiles files;
  private final CommentAnchors anchors;
  private final PullRequestThreads threads;

  Suggestions(
      PullRequestComments comments,
      SourceRepositories sources,
      ContentCommits commits,
      OpenRepositories repositories,
      CommitFiles files,
      CommentAnchors anchors,
      PullRequestThreads threads) {
    this.comments = comments;
    this.sources = sources;
    this.commits = commits;
    this.repositories = repositories;
    this.files = files;
    this.anchors = anchors;
    this.threads = threads;
  }

  /**
   * A suggestion to be applied.
   *
   * @param commentVersion the version that the caller has read; null: any
   * @param commitMessage null or blank: a default that names the file
   * @param pullRequestVersion the version that the caller has read; null: any
   * @param suggestionIndex from 0, among the suggestions of the comment; null: 0
   */
  public record Application(
      @Nullable Integer commentVersion,
      @Nullable String commitMessage,
      @Nullable Integer pullRequestVersion,
      @Nullable Integer suggestionIndex) {}

  public static int count(String text) {
    return SuggestionText.of(text).size();
  }

  /** Returns a suggestion that replaces the lines of an anchor by themselves, to be edited. */
  public String begin(
      Repository target, PullRequest pullRequest, RequestedAnchor named, Caller caller)
      throws IOException {
    try (OpenRepository open = repositories.open(target.id())) {
      CommentAnchors.ResolvedAnchor resolved =
          anchors.resolve(open, target, pullRequest, named, caller);
      CommentAnchor anchor = resolved.anchor();
      Integer line = anchor.line();
      if (line == null || anchor.fileType() != FileType.TO) {
        throw new InvalidFieldException(
            "anchor.line",
            "Only lines that %s has after the change can be replaced."
                .formatted(InvalidFieldException.quote(anchor.path().display())));
      }
      CommentLines several = anchor.lines();
      List<String> all = text(open, resolved.commit(), anchor.path()).shown().lines().toList();
      int first = first(line, several == null ? null : several.span());
      return SuggestionText.block(all.subList(first - 1, line));
    }
  }

  private static int first(int line, CommentLines.@Nullable Span span) {
    Integer first = span == null ? null : span.dstSpanStart();
    return first == null ? line : Math.min(first, line);
  }

  /**
   * Applies a suggestion, and resolves the thread of its comment.
   *
   * @throws RefusedException if there is no such comment or suggestion, either version is another
   *     one, or the line is gone
   * @throws NotPermittedException if the caller may not write to the source
   */
  public void apply(
      Repository target,
      PullRequest pullRequest,
      long commentId,
      Application application,
      Caller caller)
      throws IOException {
    PullRequestRules.user(caller);
    PullRequestRules.requireOpen(pullRequest);
    if (application.pullRequestVersion() != null) {
      PullRequestRules.requireVersion(pullRequest, application.pullRequestVersion());
    }
    Comment comment = threads.require(pullRequest, commentId, caller.user()).comment();
    if (application.commentVersion() != null && application.commentVersion() != comment.version()) {
      throw new OutOfDateException(
          Thing.COMMENT,
          "The comment %d was changed meanwhile: read it again, and name the version that you read."
              .formatted(commentId));
    }
    List<String> suggested = suggestion(comment, application.suggestionIndex());
    Repository source = writable(pullRequest, caller);
    Place place = place(target, pullRequest, first(pullRequest, comment, caller));
    EditedText before = content(source, pullRequest, place);
    commit(
        source,
        pullRequest,
        place,
        before.bytes(replaced(before, place, suggested)),
        application,
        caller);
    resolveThread(target, pullRequest, commentId, caller);
  }

  // The suggestion is committed by now: a failure to resolve the thread must not fail it.
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

  private static List<String> suggestion(Comment comment, @Nullable Integer index) {
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

  // A reply is about the lines of the comment that its thread began with.
  private Comment first(PullRequest pullRequest, Comment comment, Caller caller) {
    return comment.rootId() == comment.id()
        ? comment
        : threads.require(pullRequest, comment.rootId(), caller.user()).comment();
  }

  private Place place(Repository target, PullRequest pullRequest, Comment comment)
      throws IOException {
    PlacedAnchor position = threads.position(target, pullRequest, comment);
    Integer line = position == null ? null : position.line();
    if (position == null
        || line == null
        || position.anchor().fileType() != FileType.TO
        || position.orphaned()) {
      throw new ConflictException(
          Conflict.INTEGRITY,
          "The comment %d stands at no line of the file as it is now.".formatted(comment.id()));
    }
    return new Place(position.anchor().path(), first(line, position.span()), line);
  }

  private EditedText content(Repository source, PullRequest pullRequest, Place place)
      throws IOException {
    try (OpenRepository open = repositories.open(source.id())) {
      return text(open, pullRequest.from().commit(), place.path());
    }
  }

  private EditedText text(OpenRepository open, String commit, TreePath path) throws IOException {
    return files
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
      Application application,
      Caller caller)
      throws IOException {
    String message = application.commitMessage();
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
