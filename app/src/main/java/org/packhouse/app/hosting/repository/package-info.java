/** Repositories as people see them: name, place, state, size, trash. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.hosting.repository;
