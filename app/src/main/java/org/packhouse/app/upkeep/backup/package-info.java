/** Copies of everything that a server keeps, made while it runs, and brought up elsewhere. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.upkeep.backup;
