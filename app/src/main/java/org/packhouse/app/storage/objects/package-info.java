/**
 * The object store of a repository on disk: opening it, quarantines and pools. It knows no refs.
 *
 * <p>Absence and sameness of a file on a network file system are believed only after its directory
 * was opened. A pool of a fork network receives packs by hard links, index last; members borrow
 * from it by a relative path in {@code objects/info/alternates}, and only repositories that are
 * forked, or followed by a fork, lend.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.storage.objects;
