package org.packhouse.lab.target;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.experiment.OperationPlan;
import org.packhouse.lab.ledger.Account;
import org.packhouse.lab.ledger.JavaSampling;

/** A server under load: started by the lab, or running somewhere. */
public interface Target extends AutoCloseable {

  /** What the report calls it. */
  String name();

  /**
   * Starts it and gives it those repositories; a server that runs somewhere gets them by push.
   *
   * @throws IOException saying in one sentence what is wrong, such as a port that is taken
   */
  void start(List<TestRepository> repositories) throws IOException;

  /**
   * Stops it for a while, with its data left where it is.
   *
   * @throws IOException if it does not stop, or is no server that the lab can stop
   */
  default void stop() throws IOException {
    throw new IOException("The target " + name() + " cannot be started again by the lab.");
  }

  /**
   * Starts it again after {@link #stop}, at the same place, and waits until it answers.
   *
   * @throws IOException with what it said, if it does not start
   */
  default void startAgain() throws IOException {
    throw new IOException("The target " + name() + " cannot be started again by the lab.");
  }

  /** Where it listens; there are as many as it has nodes. */
  List<Endpoint> endpoints();

  /** What it has used since it started. */
  Usage usage();

  /**
   * Processor time of all its processes since it started, ended ones included, in nanoseconds;
   * empty if it is not known to some microseconds, as that of a server elsewhere.
   */
  default OptionalLong exactProcessorNanos() {
    return OptionalLong.empty();
  }

  /**
   * Processor time since it started by who took it, in nanoseconds, all of its processes together.
   */
  default Map<String, Long> accounts() {
    return Map.of(Account.WHOLE, usage().processorNanos());
  }

  /**
   * Waits until work is done that a server puts off when it gets repositories, such as an index.
   *
   * @return false if it took longer
   * @throws IOException if nobody can tell
   */
  default boolean settle(Duration atMost) throws IOException {
    return true;
  }

  /** A sampling of its Java code; empty if it has none that the lab can sample. */
  default Optional<JavaSampling> sampling() {
    return Optional.empty();
  }

  /** How many packs lie in its repositories now; empty if the lab does not see them. */
  default OptionalLong packs() {
    return OptionalLong.empty();
  }

  /** Its own metrics by name and labels; empty if it has none. */
  Map<String, Double> metrics() throws IOException;

  /** Whether it can serve that operation over that transport, such as no REST on stock git. */
  boolean serves(OperationPlan operation);

  /** Stops it; nothing of it keeps running. */
  @Override
  void close();
}
