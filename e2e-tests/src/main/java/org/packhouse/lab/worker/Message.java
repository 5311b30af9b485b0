package org.packhouse.lab.worker;

import java.util.List;
import java.util.Map;
import org.packhouse.lab.data.RepositoryPlan;
import org.packhouse.lab.experiment.OperationPlan;
import org.packhouse.lab.link.Link;
import org.packhouse.lab.load.Share;
import org.packhouse.lab.load.StageOrder;

/** A message between lab and worker. */
sealed interface Message {

  /** The types by the names that they have on the wire. */
  Map<String, Class<? extends Message>> TYPES =
      Map.of(
          "hello", Hello.class,
          "proof", Proof.class,
          "welcome", Welcome.class,
          "prepare", Prepare.class,
          "ready", Ready.class,
          "start", Start.class,
          "progress", Went.class,
          "figures", Figures.class,
          "trouble", Trouble.class);

  /** From the worker, at first. */
  record Hello(int version, String nonce) implements Message {}

  /** From the lab: it knows the secret. */
  record Proof(String nonce, String code) implements Message {}

  /** From the worker: it knows the secret too. */
  record Welcome(String code) implements Message {}

  /** From the lab: get ready for a target, and for that share of its load. */
  record Prepare(
      String target,
      Share share,
      List<RepositoryPlan> repositories,
      List<OperationPlan> operations,
      List<SentEndpoint> endpoints,
      Link link)
      implements Message {}

  /** From the worker: it is ready. */
  record Ready() implements Message {}

  /** From the lab: run a stage. */
  record Start(StageOrder order) implements Message {}

  /** From the worker, while a stage runs. */
  record Went(long done, long failed) implements Message {}

  /** From the worker, after a stage. */
  record Figures(SentFigures figures) implements Message {}

  /** From the worker: why it cannot do what it was told. */
  record Trouble(String sentence) implements Message {}
}
