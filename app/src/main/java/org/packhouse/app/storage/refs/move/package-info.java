/**
 * The only place where a ref moves: staged on disk, decided in PostgreSQL, recovered after a crash.
 * {@code RefUpdates} is its door.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.storage.refs.move;
