package org.packhouse.app.platform.outbox;

import java.time.Duration;

/**
 * Work that every node looks for by itself, where the scheduler would have one node at a time look.
 * A bean for each; a lease keeps nodes from doing the same.
 *
 * @param name what its thread is called
 * @param every how long after a look the next one comes
 * @param look does what is due; ends early when its thread is interrupted
 */
public record NodeWork(String name, Duration every, Runnable look) {}
