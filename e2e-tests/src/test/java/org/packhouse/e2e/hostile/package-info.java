/** Attacks on the packaged server, from all sides at once and for minutes. */
@org.jspecify.annotations.NullMarked
package org.packhouse.e2e.hostile;
