/** Branches and tags as people see them: lists, the default branch, making and deleting. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.branch;
