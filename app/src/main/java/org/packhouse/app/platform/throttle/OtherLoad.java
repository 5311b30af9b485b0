package org.packhouse.app.platform.throttle;

import java.time.Duration;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.throttle.load.MachineLoad;

/**
 * Tells how busy the processors are with all but some work of known processor time, such as git's.
 * For one thread at a time.
 */
public final class OtherLoad {

  private static final long MAX_GAP_NANOS = Duration.ofSeconds(5).toNanos();

  private final MachineLoad machine;
  private MachineLoad.@Nullable Times before;
  private double secondsBefore;

  OtherLoad(MachineLoad machine) {
    this.machine = machine;
  }

  public static OtherLoad ofThisMachine() {
    return new OtherLoad(MachineLoad.ofThisMachine());
  }

  /**
   * Returns the load of the rest since the last call, 0 to 1, of the machine or of this process's
   * control group, whichever is larger; empty if unknown, or after more than five seconds. The work
   * has used so many seconds of processor time up to now.
   */
  public OptionalDouble next(double seconds) {
    MachineLoad.Times now = machine.times(System.nanoTime());
    MachineLoad.Times last = before;
    double taken = Math.max(0, seconds - secondsBefore);
    before = now;
    secondsBefore = seconds;
    if (now == null || last == null || now.nanos() - last.nanos() > MAX_GAP_NANOS) {
      return OptionalDouble.empty();
    }
    return now.loadSince(last, taken);
  }
}
