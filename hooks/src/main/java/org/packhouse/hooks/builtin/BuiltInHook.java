package org.packhouse.hooks.builtin;

import java.util.List;
import java.util.Map;

/** A hook that comes with the server and is enabled per project or repository. */
public interface BuiltInHook {

  /** The prefix of hook keys known to REST clients. */
  String BUNDLED = "com.atlassian.bitbucket.server.bitbucket-bundled-hooks:";

  /** The moment at which a hook runs, named as in REST. */
  enum Type {
    PRE_RECEIVE,
    PRE_PULL_REQUEST_MERGE
  }

  /** Returns the unique and permanent key in REST. */
  String key();

  String name();

  /** Returns what it refuses, in a sentence. */
  String description();

  Type type();

  default List<SettingField> fields() {
    return List.of();
  }

  void validate(Map<String, Object> settings);

  /** Returns whether settings are known to be weaker than required ones. */
  default boolean isLoosenedBy(Map<String, Object> required, Map<String, Object> settings) {
    return false;
  }
}
