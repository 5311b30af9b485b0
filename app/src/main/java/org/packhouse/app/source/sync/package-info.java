/**
 * Ref synchronization: keeps the branches of a fork in step with those of the repository that it
 * came from.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.sync;
