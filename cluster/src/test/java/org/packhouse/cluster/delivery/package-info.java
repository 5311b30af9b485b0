/** Tests what is lost, and noticed. */
@org.jspecify.annotations.NullMarked
package org.packhouse.cluster.delivery;
