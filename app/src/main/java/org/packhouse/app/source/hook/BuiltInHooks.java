package org.packhouse.app.source.hook;

import java.util.List;
import java.util.Optional;
import org.packhouse.hooks.builtin.BlockSecrets;
import org.packhouse.hooks.builtin.BuiltInHook;
import org.packhouse.hooks.builtin.FirstParentOrder;
import org.packhouse.hooks.builtin.MaxFileSize;
import org.packhouse.hooks.builtin.MessagePattern;
import org.packhouse.hooks.builtin.RejectForcePush;
import org.packhouse.hooks.builtin.VerifyCommitter;
import org.packhouse.hooks.builtin.VerifySignatures;

/** The hooks that there are, what costs little first. */
public final class BuiltInHooks {

  /** All of them. */
  public static final List<BuiltInHook> ALL =
      List.of(
          new RejectForcePush(),
          new FirstParentOrder(),
          new VerifyCommitter(),
          new MessagePattern(),
          new VerifySignatures(),
          new MaxFileSize(),
          new BlockSecrets());

  private BuiltInHooks() {}

  /** The hook of that key. */
  public static Optional<BuiltInHook> of(String key) {
    return ALL.stream().filter(hook -> hook.key().equals(key)).findFirst();
  }
}
