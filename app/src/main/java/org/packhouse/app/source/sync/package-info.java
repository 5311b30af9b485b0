/** Keeps branches and tags of a fork in step with the repository that it was forked from. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.sync;
