package org.packhouse.app.source.comment;

import java.io.IOException;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.comment.CommentAnchor.DiffType;
import org.packhouse.app.source.comment.CommentAnchor.FileType;
import org.packhouse.app.source.comment.CommentAnchor.LineType;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.source.commit.NoSuchCommitException;
import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.source.commit.Revisions;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreeEntry;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.content.Trees;
import org.springframework.stereotype.Component;

/** Finds the commit that is commented on, and looks whether what is commented on is there. */
@Component
public class CommentedCommits {

  private static final Pattern WHOLE_ID = Pattern.compile("[0-9a-fA-F]{40}");

  private final OpenRepositories repositories;
  private final Revisions revisions;
  private final Trees trees;
  private final CommitLog log;
  private final CommitComments comments;

  CommentedCommits(
      OpenRepositories repositories,
      Revisions revisions,
      Trees trees,
      CommitLog log,
      CommitComments comments) {
    this.repositories = repositories;
    this.revisions = revisions;
    this.trees = trees;
    this.log = log;
    this.comments = comments;
  }

  /**
   * The place at which a client says that a comment stands, unchecked.
   *
   * @param start the first of several lines; null: it is about one
   * @param from what the commit is compared with; null: its first parent
   */
  public record Place(
      TreePath path,
      @Nullable TreePath srcPath,
      @Nullable Integer line,
      @Nullable LineType lineType,
      @Nullable FileType fileType,
      CommentRequests.@Nullable Marker start,
      @Nullable String from) {}

  /**
   * The id of a commit that a branch or tag reaches, or that was commented on when one did.
   *
   * @throws NoSuchCommitException if there is none
   */
  public String require(Repository repository, String id) throws IOException {
    if (WHOLE_ID.matcher(id).matches()) {
      String commit = id.toLowerCase(Locale.ROOT);
      if (comments.existOn(repository, commit)) {
        return commit;
      }
    }
    try (OpenRepository open = repositories.open(repository.id())) {
      return resolve(open, repository, id);
    }
  }

  private String resolve(OpenRepository open, Repository repository, String id) throws IOException {
    return revisions
        .resolve(open, id)
        .map(Revision::commit)
        .orElseThrow(() -> new NoSuchCommitException(repository, id));
  }

  /**
   * The anchor of a place.
   *
   * @throws InvalidFieldException if neither side has a file there
   */
  public CommentAnchor anchor(Repository repository, String commit, Place place)
      throws IOException {
    try (OpenRepository open = repositories.open(repository.id())) {
      String parent = log.read(open, commit).parents().stream().findFirst().orElse(null);
      String from = place.from() == null ? parent : resolve(open, repository, place.from());
      boolean there = isFile(open, commit, place.path());
      for (TreePath path :
          Stream.of(place.path(), place.srcPath()).filter(Objects::nonNull).toList()) {
        there |= from != null && isFile(open, from, path);
      }
      if (!there) {
        throw new InvalidFieldException(
            "anchor.path",
            "Neither commit has a file %s."
                .formatted(InvalidFieldException.quote(place.path().display())));
      }
      LineType lineType = place.lineType() == null ? LineType.CONTEXT : place.lineType();
      FileType side =
          place.fileType() == null ? CommentLines.side(lineType, FileType.TO) : place.fileType();
      boolean line = place.line() != null;
      return new CommentAnchorBuilder()
          .path(place.path())
          .srcPath(place.srcPath())
          .line(place.line())
          .lineType(line ? lineType : null)
          .fileType(line ? side : null)
          .lines(lines(place, lineType, side))
          .fromCommit(from)
          .diffType(Objects.equals(from, parent) ? DiffType.COMMIT : DiffType.RANGE)
          .build();
    }
  }

  /** Lines of one side: a commit is not read to see what lies between the sides. */
  private static @Nullable CommentLines lines(Place place, LineType lineType, FileType side) {
    Integer end = place.line();
    CommentRequests.Marker marker = place.start();
    Integer start = marker == null ? null : marker.startLine();
    if (marker == null || end == null || start == null || start.equals(end)) {
      return null;
    }
    LineType given =
        CommentRequests.parse(
            "anchor.multilineMarker.startLineType", marker.startLineType(), LineType.class);
    LineType type = given == null ? lineType : given;
    if (start < 1 || start > end || CommentLines.side(type, side) != side) {
      throw new InvalidFieldException(
          "anchor.multilineMarker",
          "The first line must be one of the same side, from 1 to %d; it is %d (%s)."
              .formatted(end, start, type));
    }
    return new CommentLines(start, type, CommentLines.Span.of(side, start, end));
  }

  private boolean isFile(OpenRepository open, String commit, TreePath path) throws IOException {
    Optional<TreeEntry> entry = trees.find(open, commit, path);
    return entry.isPresent() && !entry.get().isDirectory();
  }
}
