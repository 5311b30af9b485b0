package org.packhouse.app.source.hookscript;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.SettingScope;

/** A hook script that a system administrator has uploaded; each change raises its version. */
public record HookScript(
    long id,
    String name,
    @Nullable String description,
    Type type,
    int version,
    Instant created,
    Instant updated) {

  public enum Type {
    /** Runs before refs move, and may refuse it. */
    PRE,
    /** Runs in the background after refs have moved. */
    POST
  }

  /** A script enabled in a scope, for triggers by id, or for all if there are none. */
  public record Place(
      HookScript script, SettingScope scope, List<String> triggers, boolean enforced) {

    boolean isFor(HookTrigger trigger) {
      return triggers.isEmpty() || triggers.contains(trigger.id());
    }

    /** Returns whether the script runs for all triggers of another place. */
    boolean covers(Place other) {
      return triggers.isEmpty()
          || (!other.triggers().isEmpty() && triggers.containsAll(other.triggers()));
    }

    /** Returns a repository's place as it holds under this one, its project's. */
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
