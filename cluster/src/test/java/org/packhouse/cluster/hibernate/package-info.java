/** Tests of rows cached by several nodes. */
@org.jspecify.annotations.NullMarked
package org.packhouse.cluster.hibernate;
