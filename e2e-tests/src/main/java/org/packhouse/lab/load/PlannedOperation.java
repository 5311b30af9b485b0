package org.packhouse.lab.load;

import org.packhouse.lab.experiment.OperationPlan;
import org.packhouse.lab.link.Link;
import org.packhouse.lab.operation.Operation;

/**
 * An operation that is ready, and what the experiment says of it.
 *
 * @param name in the report; no two are the same
 * @param link what lies between its clients and the server
 */
public record PlannedOperation(String name, OperationPlan plan, Link link, Operation operation) {}
