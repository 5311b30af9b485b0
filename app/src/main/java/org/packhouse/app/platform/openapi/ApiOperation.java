package org.packhouse.app.platform.openapi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One operation of the REST API as a person reads it.
 *
 * @param id unique, and the same in every version of the server
 * @param method such as {@code GET}
 * @param path with variables in braces
 * @param parameters those in the path and in the query
 * @param request the fields of the body; null if it takes none
 * @param status of the response when all went well
 * @param response the fields of the response; null if it has no body that is JSON
 */
public record ApiOperation(
    String id,
    String method,
    String path,
    List<Parameter> parameters,
    @Nullable String request,
    String status,
    @Nullable String response) {

  /**
   * A parameter.
   *
   * @param place {@code path} or {@code query}
   * @param type such as {@code integer, 0 or more}
   */
  public record Parameter(String name, String place, String type, boolean required) {}
}
