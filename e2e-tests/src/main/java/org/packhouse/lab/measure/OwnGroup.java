package org.packhouse.lab.measure;

import java.io.IOException;
import java.util.Optional;

/**
 * The control group that this process alone is in, beside the groups of what it started before.
 * What it starts from now on is born in it.
 */
public final class OwnGroup implements AutoCloseable {

  private final ControlGroup group;

  private OwnGroup(ControlGroup group) {
    this.group = group;
  }

  /**
   * Enters one; empty if this machine allows none.
   *
   * @param name for people who look for it
   */
  public static Optional<OwnGroup> enter(String name) {
    Optional<ControlGroup> made = ControlGroup.create(name);
    if (made.isEmpty()) {
      return Optional.empty();
    }
    try {
      made.get().enter();
      return Optional.of(new OwnGroup(made.get()));
    } catch (IOException notAllowed) {
      made.get().close();
      return Optional.empty();
    }
  }

  /** Goes back to where this process was; what it started and left behind in the group ends. */
  @Override
  public void close() {
    try {
      group.leave();
      group.close();
    } catch (IOException stays) {
      // The group is removed by the next run, when this process is gone.
    }
  }
}
