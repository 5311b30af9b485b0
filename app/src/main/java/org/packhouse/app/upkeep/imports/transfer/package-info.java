/** The transfer of objects and refs from a URL or a directory, while an import runs. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.upkeep.imports.transfer;
