package org.packhouse.app.source.changes.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.content.PathView;
import org.packhouse.app.storage.diff.Change;
import org.packhouse.app.storage.diff.Change.Side;
import org.packhouse.app.storage.diff.FileChange;

/**
 * A change in the REST dialect. Ids are zeros where a side is missing; {@code percentUnchanged} is
 * -1 unless the file was renamed or copied.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ChangeView(
    @JsonUnwrapped Contents contents,
    @JsonUnwrapped Target target,
    @JsonUnwrapped Kind kind,
    @JsonUnwrapped Source source,
    Map<String, List<Map<String, String>>> links,
    Properties properties) {

  public record Contents(String contentId, String fromContentId) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Target(PathView path, @Nullable Boolean executable) {}

  public record Kind(int percentUnchanged, String type, String nodeType) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Source(@Nullable PathView srcPath, @Nullable Boolean srcExecutable) {}

  /** Properties; {@code activeComments} is null for none, or if not requested. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Properties(String gitChangeType, @Nullable Integer activeComments) {}

  public static ChangeView of(Change change, String commitUrl, @Nullable Integer comments) {
    Side before = change.before();
    Side after = change.after();
    Side source = change.movedFrom();
    return new ChangeView(
        new Contents(id(after), id(before)),
        new Target(PathView.of(change.path()), after == null ? null : after.isExecutable()),
        new Kind(
            source == null ? -1 : change.similarity(),
            type(change.kind()),
            change.any().isSubmodule() ? "SUBMODULE" : "FILE"),
        new Source(
            source == null ? null : PathView.of(source.path()),
            before == null ? null : before.isExecutable()),
        Map.of("self", List.of(Map.of("href", commitUrl + "#" + change.path().url()))),
        new Properties(gitType(change.kind()), comments));
  }

  private static String id(@Nullable Side side) {
    return side == null ? ObjectId.zeroId().name() : side.id().name();
  }

  private static String type(FileChange.Kind kind) {
    return kind == FileChange.Kind.RENAMED ? "MOVE" : gitType(kind);
  }

  private static String gitType(FileChange.Kind kind) {
    return switch (kind) {
      case ADDED -> "ADD";
      case MODIFIED -> "MODIFY";
      case DELETED -> "DELETE";
      case RENAMED -> "RENAME";
      case COPIED -> "COPY";
    };
  }
}
