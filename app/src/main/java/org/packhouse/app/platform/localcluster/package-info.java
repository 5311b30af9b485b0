/**
 * A cluster on one machine, for trials and tests, with everything that it needs.
 *
 * <p>The balancer passes HTTP on request by request, leads git's requests for one repository to one
 * node by rendezvous hashing with bounded loads, and passes SSH on behind the PROXY protocol.
 * Nodes, PostgreSQL and balancer end with the command, also when it is killed.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.localcluster;
