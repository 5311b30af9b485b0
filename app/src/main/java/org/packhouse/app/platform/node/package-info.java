/**
 * This node: its homes, identity, state, request ids and access log.
 *
 * <p>A session is a row with a heartbeat; its id names the node in leases and claims, which fall to
 * others when the row goes. A node joins only after it has compared the ids of database and shared
 * home and has seen the files of the other living nodes change. The shared home is probed on a
 * thread of its own, and requests enter it through one door that closes while it is away.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.node;
