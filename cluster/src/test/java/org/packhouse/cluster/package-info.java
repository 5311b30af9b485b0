/** The contracts that every adapter's test inherits. */
@org.jspecify.annotations.NullMarked
package org.packhouse.cluster;
