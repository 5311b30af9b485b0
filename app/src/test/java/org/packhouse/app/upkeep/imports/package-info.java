@org.jspecify.annotations.NullMarked
package org.packhouse.app.upkeep.imports;
