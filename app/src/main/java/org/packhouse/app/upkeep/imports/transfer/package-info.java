/** An import while it runs: bringing objects and refs here from a URL or a directory. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.upkeep.imports.transfer;
