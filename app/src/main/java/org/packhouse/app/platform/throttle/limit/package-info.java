/** Limits of buckets: expressions of settings, and rules by which limits follow the load. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.platform.throttle.limit;
