/** Tests of what nodes cache of the same rows. */
@org.jspecify.annotations.NullMarked
package org.packhouse.cluster.hibernate;
