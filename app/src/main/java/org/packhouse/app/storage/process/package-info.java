/**
 * Native git: starting it under a ticket, its input and its output. It knows no refs.
 *
 * <p>A command gets a clean environment, settings by {@code -c}, and a compared {@code config} of
 * the repository. Platform threads pump its pipes, because a virtual thread would hold its carrier.
 * A process that is idle or runs for too long, or whose client is gone, is killed with all that it
 * started.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.storage.process;
