package org.packhouse.app.testing;

import java.util.SortedSet;
import java.util.TreeSet;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** The REST operations of a server, as Spring has found them. */
public final class RestOperations {

  private static final String VERSIONS = "{version:1\\.0|latest}";

  private RestOperations() {}

  /** Such as {@code GET /rest/api/latest/users/{userSlug}}: the pattern as the code has it. */
  public static SortedSet<String> of(TestingServer server) {
    SortedSet<String> operations = new TreeSet<>();
    server
        .get(RequestMappingHandlerMapping.class)
        .getHandlerMethods()
        .forEach((info, handler) -> {
          // Pages answer at addresses of the dialect too: those that lead on to them.
          if (!handler.getBeanType().getName().startsWith("org.packhouse.app.web.")) {
            info.getPatternValues().stream()
                .filter(path -> path.startsWith("/rest/") || path.startsWith("/plugins/"))
                .forEach(path ->
                    info.getMethodsCondition()
                        .getMethods()
                        .forEach(method ->
                            operations.add(method + " " + path.replace(VERSIONS, "latest"))));
          }
        });
    return operations;
  }
}
