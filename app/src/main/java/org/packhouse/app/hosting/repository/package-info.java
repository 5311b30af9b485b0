/**
 * Repositories as people see them: name, place, state, size, trash.
 *
 * <p>A repository is created by its rows, then its directory, then the state {@code AVAILABLE}; a
 * creation whose node died is finished by another. A rename or move changes rows alone and leaves
 * an alias, which goes when another repository takes the place. Deletion marks the row, removes the
 * directory, then the row.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.hosting.repository;
