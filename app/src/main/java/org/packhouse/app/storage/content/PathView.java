package org.packhouse.app.storage.content;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A path as the REST dialect shows it.
 *
 * @param parent empty for what lies at the root; null for the root itself
 * @param extension what follows the last dot of the name; null if there is no such dot
 * @param full all of it, in the field {@code toString}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PathView(
    List<String> components,
    @Nullable String parent,
    String name,
    @Nullable String extension,
    @JsonProperty("toString") String full) {

  /** The view of a path. */
  public static PathView of(TreePath path) {
    String name = path.name();
    int dot = name.lastIndexOf('.');
    return new PathView(
        path.trail().stream().map(TreePath::name).toList(),
        path.isRoot() ? null : path.parent().display(),
        name,
        dot < 0 || dot == name.length() - 1 ? null : name.substring(dot + 1),
        path.display());
  }
}
