/**
 * Hooks: the checks that come with the server, switched on for projects and repositories.
 *
 * <p>A project's enforced setting holds besides a repository's own and never instead: of two counts
 * the higher holds. Checks look at what is new to the branches and tags of the repository alone.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.hook;
