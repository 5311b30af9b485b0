/**
 * The index of the commits that last changed each path, and the walk that fills it.
 *
 * <p>One walk finds the last change of all paths of a tree, back to the nearest commit of which all
 * is known, and stores it as nodes named by their content and shared between commits. What is
 * stored of a commit never changes, so no move of a ref voids it.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.source.browse.lastchange;
