/** Subscribers in this process, and the numbering by which lost messages are noticed. */
@org.jspecify.annotations.NullMarked
package org.packhouse.cluster.delivery;
