package org.packhouse.hooks.builtin;

import java.util.List;
import java.util.Map;

/** A rule that comes with the server, and is switched on for projects and repositories. */
public interface BuiltInHook {

  /** Stands before the names of hooks that clients of the REST dialect know. */
  String BUNDLED = "com.atlassian.bitbucket.server.bitbucket-bundled-hooks:";

  /** The moments at which hooks are asked; the dialect has the same names. */
  enum Type {
    /** Before refs move. */
    PRE_RECEIVE,
    /** Before a pull request is merged. */
    PRE_PULL_REQUEST_MERGE
  }

  /** The key that requests name it by: unique, and the same for ever. */
  String key();

  /** What people call it. */
  String name();

  /** What it refuses, in a sentence. */
  String description();

  /** When it is asked. */
  Type type();

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
   * Whether settings, in the place of those that are required, would let more pass; false where
   * that cannot be told. The required ones are asked besides in any case.
   */
  default boolean isLoosenedBy(Map<String, Object> required, Map<String, Object> settings) {
    return false;
  }
}
