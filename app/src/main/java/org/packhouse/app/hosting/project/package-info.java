/** Projects: the directories that repositories live in. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.hosting.project;
