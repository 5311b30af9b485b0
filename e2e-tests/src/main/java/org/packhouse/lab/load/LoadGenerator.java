package org.packhouse.lab.load;

import java.io.IOException;

/** Puts load on one target. */
public interface LoadGenerator extends AutoCloseable {

  /**
   * Runs one stage to its end; an interrupt ends it early.
   *
   * @throws IOException if a client machine is lost
   */
  StageFigures run(StageOrder order, Progress progress) throws IOException, InterruptedException;

  @Override
  void close();
}
