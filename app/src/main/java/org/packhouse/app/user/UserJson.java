package org.packhouse.app.user;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A user in the REST dialect. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UserJson(
    String name,
    @Nullable String emailAddress,
    boolean active,
    String displayName,
    long id,
    String slug,
    UserType type,
    Map<String, List<Map<String, String>>> links) {

  /** The user as clients see it, with links that begin with the base URL. */
  public static UserJson of(User user, String baseUrl) {
    String page = baseUrl + "/users/" + URLEncoder.encode(user.slug(), StandardCharsets.UTF_8);
    return new UserJson(
        user.name(),
        user.emailAddress(),
        user.active(),
        user.displayName(),
        user.id(),
        user.slug(),
        user.type(),
        Map.of("self", List.of(Map.of("href", page))));
  }
}
