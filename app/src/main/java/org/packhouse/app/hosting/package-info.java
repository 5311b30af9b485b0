/**
 * Projects and the repositories in them, with what people say of those: labels, recent visits.
 *
 * <p>It may use {@code platform}, {@code identity} and {@code storage}.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.hosting;
