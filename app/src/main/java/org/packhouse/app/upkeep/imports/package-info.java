/** Imports of repositories from a URL, a directory, or a directory of many. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.upkeep.imports;
