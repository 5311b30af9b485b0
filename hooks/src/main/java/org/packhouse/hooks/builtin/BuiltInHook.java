package org.packhouse.hooks.builtin;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.packhouse.hooks.Refusal;

/** A check that comes with the server. It reads objects in process and starts no program. */
public interface BuiltInHook {

  /** Stands before the names of hooks that clients of the REST dialect know. */
  String BUNDLED = "com.atlassian.bitbucket.server.bitbucket-bundled-hooks:";

  /** The key that requests name it by: unique, and the same for ever. */
  String key();

  /** What people call it. */
  String name();

  /** What it refuses, in a sentence. */
  String description();

  /** The settings that it has. */
  default List<SettingField> fields() {
    return List.of();
  }

  /**
   * Checks settings before they are stored.
   *
   * @throws InvalidSettingException if a value breaks a rule; the message names it, for a person
   */
  void validate(Map<String, Object> settings);

  /**
   * Says what forbids the moves.
   *
   * @param settings valid ones
   * @return one refusal for each ref that may not move; empty: all may
   */
  List<Refusal> check(Arrival arrival, Map<String, Object> settings) throws IOException;
}
