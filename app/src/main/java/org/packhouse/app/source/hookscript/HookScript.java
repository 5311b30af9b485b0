package org.packhouse.app.source.hookscript;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.ResourceId;

/**
 * A program that a system administrator has uploaded.
 *
 * @param version rises with each change
 */
record HookScript(
    long id,
    String name,
    @Nullable String description,
    Type type,
    int version,
    Instant created,
    Instant updated) {

  /** The times at which a script is run. */
  enum Type {
    /** Before refs move; it can refuse that. */
    PRE,
    /** After refs have moved, in the background. */
    POST
  }

  /**
   * A place where a script is run.
   *
   * @param triggers ids of {@link HookTrigger}; empty: all
   */
  record Place(HookScript script, ResourceId resource, List<String> triggers) {

    boolean isFor(HookTrigger trigger) {
      return triggers.isEmpty() || triggers.contains(trigger.id());
    }
  }
}
