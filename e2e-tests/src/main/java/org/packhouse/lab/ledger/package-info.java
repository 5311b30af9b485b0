/** Splits the processor time of a server by who took it. */
@org.jspecify.annotations.NullMarked
package org.packhouse.lab.ledger;
