/**
 * The only place where a ref moves, by {@code RefUpdates}: staged on disk, decided in PostgreSQL,
 * recovered after a crash.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.storage.refs.move;
