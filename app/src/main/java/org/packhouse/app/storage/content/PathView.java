package org.packhouse.app.storage.content;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A path in the REST API's form. The parent is empty at top level and null for the root. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PathView(
    List<String> components,
    @Nullable String parent,
    String name,
    @Nullable String extension,
    @JsonProperty("toString") String full) {

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
