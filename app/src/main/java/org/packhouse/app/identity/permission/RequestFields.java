package org.packhouse.app.identity.permission;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/** Checks fields and parameters of requests; a refusal names the field and its value. */
public final class RequestFields {

  private static final int MAX_DAYS = 36_500;

  private RequestFields() {}

  /** Requires a field that is not empty. */
  public static String required(String field, @Nullable String value) {
    if (value == null || value.isEmpty()) {
      throw new InvalidFieldException(field, "The field %s is required.".formatted(field));
    }
    return value;
  }

  /** Requires at least one name, none of them empty. */
  public static <T extends Collection<String>> T required(String field, @Nullable T values) {
    if (values == null || values.isEmpty()) {
      throw new InvalidFieldException(field, "The field %s is required.".formatted(field));
    }
    values.forEach(value -> required(field, value));
    return values;
  }

  /** Parses one of the allowed permissions. */
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

  /** Returns the permissions of a scope that can be granted. */
  public static Collection<Permission> grantable(Permission.Scope scope) {
    return Arrays.stream(Permission.values())
        .filter(it -> it.scope() == scope && it != Permission.PROJECT_VIEW)
        .toList();
  }

  /** Parses the lifetime of a credential, 1 to 36500 days; null: no expiry. */
  public static @Nullable Duration life(@Nullable Integer days) {
    if (days != null && (days < 1 || days > MAX_DAYS)) {
      throw new InvalidFieldException(
          "expiryDays",
          "The field expiryDays must be from 1 to %d, not %d.".formatted(MAX_DAYS, days));
    }
    return days == null ? null : Duration.ofDays(days);
  }

  /** Normalises the filter of a list; null: empty. */
  public static String filter(@Nullable String filter) {
    return filter == null ? "" : filter.replace("\0", "");
  }
}
