package org.packhouse.app.testing;

import java.util.SortedSet;
import java.util.TreeSet;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** The REST operations of a server, as Spring has found them. */
public final class RestOperations {

  private static final String VERSIONS = "{version:1\\.0|latest}";

  private RestOperations() {}

  /** Such as {@code GET /rest/api/latest/users/{userSlug}}: the pattern as the code has it. */
  public static SortedSet<String> of(TestingServer server) {
    SortedSet<String> operations = new TreeSet<>();
    for (RequestMappingInfo info :
        server.get(RequestMappingHandlerMapping.class).getHandlerMethods().keySet()) {
      for (String path : info.getPatternValues()) {
        if (path.startsWith("/rest/") || path.startsWith("/plugins/")) {
          for (RequestMethod method : info.getMethodsCondition().getMethods()) {
            operations.add(method + " " + path.replace(VERSIONS, "latest"));
          }
        }
      }
    }
    return operations;
  }
}
