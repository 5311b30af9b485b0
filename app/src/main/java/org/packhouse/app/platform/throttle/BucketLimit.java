package org.packhouse.app.platform.throttle;

import java.time.Duration;

/**
 * The limit of how many tickets of a bucket are out at once. A feature says so of the bucket that
 * is its own; a bucket of which nobody says anything grants all that is asked of it.
 *
 * @param tickets 0: none
 * @param longestWait after which whoever waits is sent away
 */
public record BucketLimit(Bucket bucket, int tickets, Duration longestWait) {}
