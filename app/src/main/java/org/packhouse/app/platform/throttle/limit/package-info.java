/**
 * Limits of buckets: the expressions of settings, and the rules by which limits follow the load.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.platform.throttle.limit;
