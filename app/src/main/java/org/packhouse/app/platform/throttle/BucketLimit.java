package org.packhouse.app.platform.throttle;

import java.time.Duration;

/** Limit of a bucket that a feature sets; 0 tickets: none. A longer wait ends in a refusal. */
public record BucketLimit(Bucket bucket, int tickets, Duration longestWait) {}
