package org.packhouse.app.source.comment;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.UserView;

/** A comment in the REST dialect; times are milliseconds since 1970. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CommentView(
    Map<String, Long> properties,
    long id,
    int version,
    String text,
    UserView author,
    long createdDate,
    long updatedDate,
    List<CommentView> comments,
    List<Object> tasks,
    boolean threadResolved,
    CommitComment.Severity severity,
    String state,
    @Nullable UserView resolver,
    @Nullable Long resolvedDate,
    @Nullable AnchorView anchor,
    PermittedOperations permittedOperations) {

  /** The operations on it that the caller may do. */
  public record PermittedOperations(boolean editable, boolean transitionable, boolean deletable) {}

  /**
   * The place at which it stands.
   *
   * @param orphaned whether the line is gone since
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record AnchorView(
      @Nullable String fromHash,
      String toHash,
      @Nullable Integer line,
      CommentAnchor.@Nullable LineType lineType,
      CommentAnchor.@Nullable FileType fileType,
      String path,
      @Nullable String srcPath,
      CommentAnchor.DiffType diffType,
      boolean orphaned) {

    /** The place at which it was made. */
    public static AnchorView of(CommentAnchor anchor, String commit) {
      return new AnchorView(
          anchor.fromCommit(),
          commit,
          anchor.line(),
          anchor.lineType(),
          anchor.fileType(),
          anchor.path().display(),
          anchor.srcPath() == null ? null : anchor.srcPath().display(),
          anchor.diffType(),
          false);
    }

    /** The same where the line is now. */
    public AnchorView at(@Nullable Integer newLine, @Nullable String from, String to) {
      return new AnchorView(
          from, to, newLine, lineType, fileType, path, srcPath, diffType, orphaned);
    }

    /** The same, of which the line is gone. */
    public AnchorView gone() {
      return new AnchorView(
          fromHash, toHash, line, lineType, fileType, path, srcPath, diffType, true);
    }
  }
}
