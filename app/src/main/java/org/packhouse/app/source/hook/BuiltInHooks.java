package org.packhouse.app.source.hook;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.packhouse.hooks.builtin.BlockSecrets;
import org.packhouse.hooks.builtin.BuiltInHook;
import org.packhouse.hooks.builtin.FirstParentOrder;
import org.packhouse.hooks.builtin.MaxFileSize;
import org.packhouse.hooks.builtin.MergeCondition;
import org.packhouse.hooks.builtin.MessagePattern;
import org.packhouse.hooks.builtin.PreReceiveHook;
import org.packhouse.hooks.builtin.RejectForcePush;
import org.packhouse.hooks.builtin.VerifyCommitter;
import org.packhouse.hooks.builtin.VerifySignatures;

/** The hooks that come with the server. */
public final class BuiltInHooks {

  /** Hooks asked before refs move, the cheapest first. */
  public static final List<PreReceiveHook> PRE_RECEIVE =
      List.of(
          new RejectForcePush(),
          new FirstParentOrder(),
          new VerifyCommitter(),
          new MessagePattern(),
          new VerifySignatures(),
          new MaxFileSize(),
          new BlockSecrets());

  public static final List<BuiltInHook> ALL =
      Stream.concat(PRE_RECEIVE.stream(), MergeCondition.ALL.stream()).toList();

  private BuiltInHooks() {}

  public static Optional<BuiltInHook> of(String key) {
    return ALL.stream().filter(hook -> hook.key().equals(key)).findFirst();
  }
}
