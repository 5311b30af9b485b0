package org.packhouse.app.source.hookscript;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.SettingScope;

/**
 * A program that a system administrator has uploaded.
 *
 * @param version rises with each change
 */
public record HookScript(
    long id,
    String name,
    @Nullable String description,
    Type type,
    int version,
    Instant created,
    Instant updated) {

  /** The times at which a script is run. */
  public enum Type {
    /** Before refs move; it can refuse that. */
    PRE,
    /** After refs have moved, in the background. */
    POST
  }

  /**
   * A place where a script is run.
   *
   * @param triggers ids of {@link HookTrigger}; empty: all
   * @param enforced whether a project has it run in all its repositories, whatever they say
   */
  public record Place(
      HookScript script, SettingScope scope, List<String> triggers, boolean enforced) {

    boolean isFor(HookTrigger trigger) {
      return triggers.isEmpty() || triggers.contains(trigger.id());
    }

    /** Whether the script is run for all triggers of another place. */
    boolean covers(Place other) {
      return triggers.isEmpty()
          || (!other.triggers().isEmpty() && triggers.containsAll(other.triggers()));
    }

    /** This one of a project, with what a repository of it says. */
    Place within(Place own) {
      if (!enforced) {
        return own;
      }
      List<String> both =
          triggers.isEmpty() || own.triggers().isEmpty()
              ? List.of()
              : Stream.concat(triggers.stream(), own.triggers().stream()).distinct().toList();
      return new Place(script, own.scope(), both, true);
    }
  }
}
