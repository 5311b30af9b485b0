package org.packhouse.lab.load;

import org.packhouse.lab.experiment.Experiment.Stage;

/**
 * All that was measured of one stage.
 *
 * @param target its name
 * @param round from 1
 * @param number of the stage, from 1
 */
public record StageRecord(
    String target, int round, int number, Stage stage, StageFigures figures, ServerCost server) {}
