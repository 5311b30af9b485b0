/** Differences between commits, as REST, patches and pages show them. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.changes;
