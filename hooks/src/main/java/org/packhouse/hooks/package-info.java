/** The checks of ref moves and the listeners to them. Knows no HTTP and no database. */
@org.jspecify.annotations.NullMarked
package org.packhouse.hooks;
