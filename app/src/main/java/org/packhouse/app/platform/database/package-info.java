/**
 * PostgreSQL: the embedded one, or the one that settings name. Pools, clock, migrations and dumps.
 *
 * <p>Connections are handed out in turn by network. A thread that holds a connection is not
 * interrupted, since that would close its socket. One thread watches the time-outs of all sockets,
 * because a read with a time-out of its own wakes the JVM's timer twice. Nodes compare times by
 * PostgreSQL's clock.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.database;
