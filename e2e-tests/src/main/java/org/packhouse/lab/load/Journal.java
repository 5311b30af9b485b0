package org.packhouse.lab.load;

import java.io.IOException;
import org.packhouse.lab.experiment.Experiment.Stage;

/** Is told what a run does, as it does it. */
public interface Journal {

  /** What the run does now, such as starting a target. */
  void doing(String what);

  /** A fact that a reader of the figures has to know. */
  void note(String fact);

  /**
   * A stage begins.
   *
   * @param number from 1; 0 for the warm-up
   * @return who is to be told how it goes
   */
  Progress begins(String target, int round, int number, Stage stage);

  /** A stage has ended, well or not; what was measured is to be kept now. */
  void ended(StageRecord stage) throws IOException;
}
