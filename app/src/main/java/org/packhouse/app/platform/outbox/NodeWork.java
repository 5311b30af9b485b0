package org.packhouse.app.platform.outbox;

import java.time.Duration;

/**
 * Work that every node looks for, where the scheduler would use one node at a time; a lease keeps
 * nodes from the same item. A bean each.
 *
 * @param every the pause between two looks
 * @param look does what is due; ends early when its thread is interrupted
 */
public record NodeWork(String name, Duration every, Runnable look) {}
