package org.packhouse.lab.load;

import java.time.Duration;
import org.packhouse.lab.experiment.Experiment.Stage;

/**
 * One stage to run.
 *
 * @param number of the stage, from 1; 0 for the warm-up
 * @param open whether all operations come at their rates
 * @param seed of what is drawn; the same for all targets and rounds
 * @param patience how long after the stage's end its operations may still take
 */
public record StageOrder(int number, Stage stage, boolean open, long seed, Duration patience) {}
