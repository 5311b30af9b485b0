/** A queue for places in which repositories and callers have their turns. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.platform.throttle.queue;
