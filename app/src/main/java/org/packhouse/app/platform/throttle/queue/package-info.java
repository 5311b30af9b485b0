/** A queue for places that is fair to repositories and callers. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.platform.throttle.queue;
