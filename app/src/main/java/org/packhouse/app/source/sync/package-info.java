/**
 * Keeps branches and tags of a fork in step with the repository that it was forked from.
 *
 * <p>Each push to the origin is an event for each fork that follows. Branches are fast-forwarded
 * only, tags moved only if they stand where the origin's stood; the right to read the origin of the
 * user who switched it on is asked each time.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.sync;
