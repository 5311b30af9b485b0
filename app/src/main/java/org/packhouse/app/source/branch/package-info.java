/** Branches and tags: lists, creation, deletion, the default branch, and divergence. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.branch;
