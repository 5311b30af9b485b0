package org.packhouse.hooks.builtin;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.packhouse.hooks.Refusal;

/** A check of arriving objects in process. */
public interface PreReceiveHook extends BuiltInHook {

  @Override
  default Type type() {
    return Type.PRE_RECEIVE;
  }

  /** Returns one refusal for each ref that may not move. The settings are valid. */
  List<Refusal> check(Arrival arrival, Map<String, Object> settings) throws IOException;
}
