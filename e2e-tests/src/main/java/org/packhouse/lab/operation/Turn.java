package org.packhouse.lab.operation;

import java.util.random.RandomGenerator;
import org.packhouse.lab.link.Link;

/**
 * One turn of a worker.
 *
 * @param worker the worker's number, from 0, over all client machines
 * @param number how many turns this worker had before in this stage, from 0
 * @param random made from the experiment's seed and the worker's number
 * @param link what lies between this worker and the server
 * @param sampled whether the response is to be verified to the last byte by real git as well
 * @param processor of the server
 */
public record Turn(
    int worker,
    long number,
    RandomGenerator random,
    Link link,
    boolean sampled,
    ServerProcessor processor) {

  /** One whose cost for the server is not asked for. */
  public Turn(int worker, long number, RandomGenerator random, Link link, boolean sampled) {
    this(worker, number, random, link, sampled, ServerProcessor.UNKNOWN);
  }
}
