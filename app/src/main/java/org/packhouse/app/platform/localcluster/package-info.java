/**
 * Several nodes on one machine for who tries or tests a cluster, with all that they need.
 *
 * <p>The balancer passes HTTP on request by request, leads git's requests for one repository to one
 * node by rendezvous hashing with bounded loads, and passes SSH on behind the PROXY protocol.
 * Nodes, PostgreSQL and balancer end with the command, also when it is killed.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.localcluster;
