/** Limits of buckets: how settings write them, and the rule by which they follow the load. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.platform.throttle.limit;
