package org.packhouse.app.identity.user;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The fields that a change has given another value, as the audit trail tells them. */
public final class Differences {

  private final Map<String, String> changed = new LinkedHashMap<>();

  /** Notes a field if its value is another one now. */
  public Differences of(String field, @Nullable Object before, @Nullable Object after) {
    if (!Objects.equals(before, after)) {
      changed.put(field, before + " -> " + after);
    }
    return this;
  }

  /** The fields in the order in which they were noted, each with both values. */
  public Map<String, String> toMap() {
    return Collections.unmodifiableMap(changed);
  }
}
