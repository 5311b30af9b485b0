package org.packhouse.app.identity.user.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.EmailAddresses;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserType;
import org.packhouse.app.platform.rest.AvatarSize;

/**
 * A user in the REST dialect.
 *
 * @param avatarUrl where the user's picture is; null if the request did not ask for it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Value.Builder
public record UserView(
    String name,
    String emailAddress,
    boolean active,
    String displayName,
    long id,
    String slug,
    UserType type,
    Map<String, List<Map<String, String>>> links,
    @Nullable String avatarUrl) {

  /**
   * The user as clients see it, with links that begin with the base URL. Where addresses are {@link
   * WithheldAddresses withheld}, the user has the one of those who have none.
   */
  public static UserView of(User user, String baseUrl) {
    return of(user, EmailAddresses.at(user.slug(), baseUrl), baseUrl);
  }

  /**
   * The user as clients see it.
   *
   * @param substitute the address that is shown where the user's is {@link WithheldAddresses
   *     withheld}
   */
  public static UserView of(User user, String substitute, String baseUrl) {
    Integer avatarSize = AvatarSize.ofRequest();
    return new UserViewBuilder()
        .name(user.name())
        .emailAddress(WithheldAddresses.inRequest() ? substitute : EmailAddresses.of(user, baseUrl))
        .active(user.active())
        .displayName(user.displayName())
        .id(user.id())
        .slug(user.slug())
        .type(user.type())
        .links(Map.of("self", List.of(Map.of("href", page(user, baseUrl)))))
        .avatarUrl(avatarSize == null ? null : avatarUrl(user, baseUrl, avatarSize))
        .build();
  }

  /**
   * The user of an id as clients see it.
   *
   * @param user null: deleted since
   */
  public static UserView of(@Nullable User user, long id, String baseUrl) {
    if (user != null) {
      return of(user, baseUrl);
    }
    String gone = "deleted-user-" + id;
    return new UserViewBuilder()
        .name(gone)
        .emailAddress(EmailAddresses.at(gone, baseUrl))
        .active(false)
        .displayName("Deleted user")
        .id(id)
        .slug(gone)
        .type(UserType.NORMAL)
        .links(Map.of())
        .avatarUrl(null)
        .build();
  }

  /** Where the user's picture is, in pixels of that size. */
  public static String avatarUrl(User user, String baseUrl, int size) {
    return page(user, baseUrl) + "/avatar.png?s=" + size;
  }

  private static String page(User user, String baseUrl) {
    return baseUrl + "/users/" + URLEncoder.encode(user.slug(), StandardCharsets.UTF_8);
  }
}
