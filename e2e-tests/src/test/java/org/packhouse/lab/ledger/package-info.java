@org.jspecify.annotations.NullMarked
package org.packhouse.lab.ledger;
