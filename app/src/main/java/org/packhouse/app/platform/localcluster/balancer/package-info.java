/** A small load balancer for HTTP and SSH. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.platform.localcluster.balancer;
