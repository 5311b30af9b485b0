package org.packhouse.app.platform.throttle;

import java.time.Duration;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.throttle.load.MachineLoad;

/**
 * Tells how busy the processors are with all but some work whose processor time is given, such as
 * git's. For one thread at a time.
 */
public final class OtherLoad {

  private static final long MAX_GAP_NANOS = Duration.ofSeconds(5).toNanos();

  private final MachineLoad machine;
  private MachineLoad.@Nullable Times before;
  private double secondsBefore;

  OtherLoad(MachineLoad machine) {
    this.machine = machine;
  }

  /** Reads what the kernel of this machine says. */
  public static OtherLoad ofThisMachine() {
    return new OtherLoad(MachineLoad.ofThisMachine());
  }

  /**
   * The load of the rest since this was asked last: 0 to 1, of the machine or of the control group
   * around this process, whichever is the larger. Empty if that was more than five seconds ago, or
   * if the machine does not tell its load.
   *
   * @param seconds processor time that the work has taken up to now
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
