package org.packhouse.lab.operation;

import java.io.IOException;
import java.util.SplittableRandom;

/**
 * A clone right after a push to the same repository: nothing that the server keeps of clones fits
 * it. The push is made first and counts to no response time and to no clone's own processor time,
 * but to what the server spends in a stage. What the server does for the push after its answer is
 * the clone's.
 */
final class AfterPushOperation implements Operation {

  private final String name;
  private final Operation push;
  private final Operation clone;

  AfterPushOperation(String name, Operation push, Operation clone) {
    this.name = name;
    this.push = push;
    this.clone = clone;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Done perform(Turn turn) throws IOException {
    // Both draw the same repository.
    long seed = turn.random().nextLong();
    long begun = System.nanoTime();
    long processorBegun = turn.processor().nanos().orElse(0);
    Done pushed = push.perform(drawing(seed, turn));
    long processor = turn.processor().nanos().orElse(0) - processorBegun;
    long pushing = System.nanoTime() - begun;
    Done cloned = clone.perform(drawing(seed, turn));
    return new Done(
        cloned.bytesRead(),
        cloned.bytesWritten(),
        pushing + cloned.verifyingNanos(),
        pushed.retries(),
        processor);
  }

  private static Turn drawing(long seed, Turn turn) {
    return new Turn(
        turn.worker(),
        turn.number(),
        new SplittableRandom(seed),
        turn.link(),
        turn.sampled(),
        turn.processor());
  }

  @Override
  public void close() {
    push.close();
    clone.close();
  }
}
