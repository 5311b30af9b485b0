package org.packhouse.hooks.builtin;

import java.util.List;
import java.util.Map;

/** A hook that comes with the server and is enabled per project or repository. */
public abstract class BuiltInHook {

  /** The prefix of hook keys known to REST clients. */
  static final String BUNDLED = "com.atlassian.bitbucket.server.bitbucket-bundled-hooks:";

  private final String key;
  private final String name;
  private final String description;

  BuiltInHook(String key, String name, String description) {
    this.key = key;
    this.name = name;
    this.description = description;
  }

  /** The moment at which a hook runs, named as in REST. */
  public enum Type {
    PRE_RECEIVE,
    PRE_PULL_REQUEST_MERGE
  }

  /** Returns the unique and permanent key in REST. */
  public final String key() {
    return key;
  }

  public final String name() {
    return name;
  }

  /** Returns what it refuses, in a sentence. */
  public final String description() {
    return description;
  }

  public abstract Type type();

  public List<SettingField> fields() {
    return List.of();
  }

  /** Throws an {@link InvalidSettingException} for settings that the hook cannot work with. */
  public void validate(Map<String, Object> settings) {
    // Most hooks have no settings.
  }

  /** Returns whether settings are known to be weaker than required ones. */
  public boolean isLoosenedBy(Map<String, Object> required, Map<String, Object> settings) {
    return false;
  }
}
