package org.packhouse.hooks.builtin;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.packhouse.hooks.Refusal;

/** A check of what arrives. It reads objects in process and starts no program. */
public interface PreReceiveHook extends BuiltInHook {

  @Override
  default Type type() {
    return Type.PRE_RECEIVE;
  }

  /**
   * Says what forbids the moves.
   *
   * @param settings valid ones
   * @return one refusal for each ref that may not move; empty: all may
   */
  List<Refusal> check(Arrival arrival, Map<String, Object> settings) throws IOException;
}
