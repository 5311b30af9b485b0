package org.packhouse.lab.load;

import org.packhouse.lab.experiment.Experiment.Stage;
import org.packhouse.lab.ledger.Ledger;

/**
 * All that was measured of one stage.
 *
 * @param target its name
 * @param round from 1
 * @param number of the stage, from 1
 * @param ledger who took what of the server's processor; empty unless operations were made alone
 */
public record StageRecord(
    String target,
    int round,
    int number,
    Stage stage,
    StageFigures figures,
    ServerCost server,
    Ledger ledger) {

  /** One of a load, or of a start. */
  public StageRecord(
      String target, int round, int number, Stage stage, StageFigures figures, ServerCost server) {
    this(target, round, number, stage, figures, server, Ledger.NONE);
  }
}
