/**
 * Fork networks: making forks, and the pool of objects that the members of a network share.
 *
 * <p>Each step of a fork may be done again after a crash. The pool gets packs by hard links, so a
 * fork copies nothing; objects that only the pool has are another's until a repository's own refs
 * reach them.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.hosting.fork;
