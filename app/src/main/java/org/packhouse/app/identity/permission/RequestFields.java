package org.packhouse.app.identity.permission;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/** Reads fields and parameters of requests; what breaks a rule is told with its name and value. */
public final class RequestFields {

  private static final int MAX_DAYS = 36_500;

  private RequestFields() {}

  /**
   * A field that must be there.
   *
   * @throws InvalidFieldException if it is absent or empty
   */
  public static String required(String field, @Nullable String value) {
    if (value == null || value.isEmpty()) {
      throw new InvalidFieldException(field, "The field %s is required.".formatted(field));
    }
    return value;
  }

  /**
   * Names, at least one, none of them empty.
   *
   * @throws InvalidFieldException if there is none
   */
  public static <T extends Collection<String>> T required(String field, @Nullable T values) {
    if (values == null || values.isEmpty()) {
      throw new InvalidFieldException(field, "The field %s is required.".formatted(field));
    }
    values.forEach(value -> required(field, value));
    return values;
  }

  /**
   * A permission.
   *
   * @throws InvalidFieldException if it is none of the allowed
   */
  public static Permission permission(@Nullable String name, Collection<Permission> allowed) {
    return allowed.stream()
        .filter(permission -> permission.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new InvalidFieldException(
                "permission",
                "The permission must be one of %s, not %s."
                    .formatted(
                        allowed.stream().sorted().toList(),
                        name == null ? "absent" : InvalidFieldException.quote(name))));
  }

  /** The permissions of a scope that can be granted. */
  public static Collection<Permission> grantable(Permission.Scope scope) {
    return Arrays.stream(Permission.values())
        .filter(it -> it.scope() == scope && it != Permission.PROJECT_VIEW)
        .toList();
  }

  /**
   * How long a credential lives; null: it does not expire.
   *
   * @throws InvalidFieldException if it is not 1 to 36500 days
   */
  public static @Nullable Duration life(@Nullable Integer days) {
    if (days != null && (days < 1 || days > MAX_DAYS)) {
      throw new InvalidFieldException(
          "expiryDays",
          "The field expiryDays must be from 1 to %d, not %d.".formatted(MAX_DAYS, days));
    }
    return days == null ? null : Duration.ofDays(days);
  }

  /** A filter as lists take it. */
  public static String filter(@Nullable String filter) {
    return filter == null ? "" : filter.replace("\0", "");
  }
}
