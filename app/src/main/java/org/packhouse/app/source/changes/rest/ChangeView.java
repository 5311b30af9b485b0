package org.packhouse.app.source.changes.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.lib.ObjectId;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.content.PathView;
import org.packhouse.app.storage.diff.Change;
import org.packhouse.app.storage.diff.Change.Side;
import org.packhouse.app.storage.diff.FileChange.Kind;

/**
 * A change in the REST dialect. Ids are zeros where a side is missing; {@code percentUnchanged} is
 * -1 unless the file was renamed or copied.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Value.Builder
public record ChangeView(
    String contentId,
    String fromContentId,
    PathView path,
    @Nullable Boolean executable,
    int percentUnchanged,
    String type,
    String nodeType,
    @Nullable PathView srcPath,
    @Nullable Boolean srcExecutable,
    Map<String, List<Map<String, String>>> links,
    Properties properties) {

  /** Properties; {@code activeComments} is null for none, or if not requested. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Properties(String gitChangeType, @Nullable Integer activeComments) {}

  public static ChangeView of(Change change, String commitUrl, @Nullable Integer comments) {
    Side before = change.before();
    Side after = change.after();
    Side source = change.movedFrom();
    return new ChangeViewBuilder()
        .contentId(id(after))
        .fromContentId(id(before))
        .path(PathView.of(change.path()))
        .executable(after == null ? null : after.isExecutable())
        .percentUnchanged(source == null ? -1 : change.similarity())
        .type(type(change.kind()))
        .nodeType(change.any().isSubmodule() ? "SUBMODULE" : "FILE")
        .srcPath(source == null ? null : PathView.of(source.path()))
        .srcExecutable(before == null ? null : before.isExecutable())
        .links(Map.of("self", List.of(Map.of("href", commitUrl + "#" + change.path().url()))))
        .properties(new Properties(gitType(change.kind()), comments))
        .build();
  }

  private static String id(@Nullable Side side) {
    return side == null ? ObjectId.zeroId().name() : side.id().name();
  }

  private static String type(Kind kind) {
    return kind == Kind.RENAMED ? "MOVE" : gitType(kind);
  }

  private static String gitType(Kind kind) {
    return switch (kind) {
      case ADDED -> "ADD";
      case MODIFIED -> "MODIFY";
      case DELETED -> "DELETE";
      case RENAMED -> "RENAME";
      case COPIED -> "COPY";
    };
  }
}
