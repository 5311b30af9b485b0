/** Tests of lost messages. */
@org.jspecify.annotations.NullMarked
package org.packhouse.cluster.delivery;
