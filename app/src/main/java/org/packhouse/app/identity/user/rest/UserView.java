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

/** A user in the REST dialect; the avatar only if the request asked for it. */
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

  /** Returns the view, with a substitute where addresses are {@link WithheldAddresses withheld}. */
  public static UserView of(User user, String baseUrl) {
    return of(user, EmailAddresses.at(user.slug(), baseUrl), baseUrl);
  }

  /**
   * Returns the view, with the substitute where addresses are {@link WithheldAddresses withheld}.
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

  /** Returns the view of the user with that id; null: deleted since. */
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

  /** Returns the URL of the user's avatar of that many pixels. */
  public static String avatarUrl(User user, String baseUrl, int size) {
    return page(user, baseUrl) + "/avatar.png?s=" + size;
  }

  private static String page(User user, String baseUrl) {
    return baseUrl + "/users/" + URLEncoder.encode(user.slug(), StandardCharsets.UTF_8);
  }
}
