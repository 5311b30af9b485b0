/**
 * Git on disk: repository directories, native git, refs and how they move, trees, files and the
 * differences between them. It knows repositories by their id alone.
 *
 * <p>It may use {@code platform} and {@code identity}.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.storage;
