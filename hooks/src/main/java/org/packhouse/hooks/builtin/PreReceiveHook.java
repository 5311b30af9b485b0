package org.packhouse.hooks.builtin;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.packhouse.hooks.Refusal;

/** A check of arriving objects in process. */
public abstract class PreReceiveHook extends BuiltInHook {

  PreReceiveHook(String key, String name, String description) {
    super(key, name, description);
  }

  @Override
  public final Type type() {
    return Type.PRE_RECEIVE;
  }

  /** Returns one refusal for each ref that may not move. The settings are valid. */
  public abstract List<Refusal> check(Arrival arrival, Map<String, Object> settings)
      throws IOException;
}
