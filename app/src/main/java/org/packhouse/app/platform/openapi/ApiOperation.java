package org.packhouse.app.platform.openapi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One operation of the REST API, for a page, by an id that is stable between versions. Its path has
 * variables in braces; the request's and response's fields are null where there are none.
 */
public record ApiOperation(
    String id,
    String method,
    String path,
    List<Parameter> parameters,
    @Nullable String request,
    String status,
    @Nullable String response) {

  /** A {@code path} or {@code query} parameter, of a type such as {@code integer, 0 or more}. */
  public record Parameter(String name, String place, String type, boolean required) {}
}
