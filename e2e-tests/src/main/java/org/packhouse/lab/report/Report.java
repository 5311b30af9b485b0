package org.packhouse.lab.report;

import java.time.Instant;
import java.util.List;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.experiment.Experiment;
import org.packhouse.lab.load.StageRecord;

/**
 * All that a run has measured so far.
 *
 * @param quick whether the run was shortened
 * @param clients where clients ran
 * @param failure why the run ended before its time, in one sentence; null if it did not
 * @param notes facts that a reader has to know
 */
@Value.Builder
public record Report(
    Experiment experiment,
    boolean quick,
    Machine machine,
    List<String> clients,
    Instant began,
    Instant ended,
    @Nullable String failure,
    List<String> notes,
    List<StageRecord> stages) {}
