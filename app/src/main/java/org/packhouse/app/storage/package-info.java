/**
 * Git on disk: repositories, native git, refs and their moves, trees, files and differences. It
 * knows repositories by id alone. It may use {@code platform}.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.storage;
