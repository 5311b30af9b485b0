package org.packhouse.app.identity.user;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Collects changed fields for the audit trail. */
public final class Differences {

  private final Map<String, String> changed = new LinkedHashMap<>();

  /** Adds a field if its value has changed. */
  public Differences of(String field, @Nullable Object before, @Nullable Object after) {
    if (!Objects.equals(before, after)) {
      changed.put(field, before + " -> " + after);
    }
    return this;
  }

  public Map<String, String> toMap() {
    return Collections.unmodifiableMap(changed);
  }
}
