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

/** Resolves the commit that is commented on, and checks that the commented file exists. */
@Component
public class CommentedCommits {

  private static final Pattern WHOLE_ID = Pattern.compile("[0-9a-fA-F]{40}");

  private final OpenRepositories repositories;
  private final Revisions revisions;
  private final Trees trees;
  private final CommitLog log;
  private final Comments comments;

  CommentedCommits(
      OpenRepositories repositories,
      Revisions revisions,
      Trees trees,
      CommitLog log,
      Comments comments) {
    this.repositories = repositories;
    this.revisions = revisions;
    this.trees = trees;
    this.log = log;
    this.comments = comments;
  }

  /** Returns the id of a commit that a branch or tag reaches, or that has comments already. */
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

  public CommentAnchor anchor(Repository repository, String commit, RequestedAnchor place)
      throws IOException {
    if (place.line() != null && place.line() < 1) {
      throw new InvalidFieldException(
          "anchor.line", "The line must be 1 or more, not %d.".formatted(place.line()));
    }
    if (place.toHash() != null && !place.toHash().equalsIgnoreCase(commit)) {
      throw new InvalidFieldException(
          "anchor.toHash",
          "The anchor must be of the commit that is commented on, not of %s."
              .formatted(InvalidFieldException.quote(place.toHash())));
    }
    try (OpenRepository open = repositories.open(repository.id())) {
      String parent = log.read(open, commit).parents().stream().findFirst().orElse(null);
      String from = place.fromHash() == null ? parent : resolve(open, repository, place.fromHash());
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

  /** Returns lines of one side only: no diff is read to find the lines of the other. */
  private static @Nullable CommentLines lines(
      RequestedAnchor place, LineType lineType, FileType side) {
    Integer end = place.line();
    if (place.start() == null || end == null || place.start().line() == end) {
      return null;
    }
    int start = place.start().line();
    LineType given = place.start().lineType();
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
