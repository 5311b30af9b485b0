/**
 * The only place where a ref moves, by {@code RefUpdates}: staged on disk, decided in PostgreSQL,
 * recovered after a crash.
 *
 * <p>An update commits its row in {@code pending_ref_update} before objects leave quarantine;
 * whoever finds that row later decides by the disk: if one ref has moved the rest is moved,
 * otherwise nothing. Every change on disk is a rename or link from a directory of the update, which
 * the next holder of the lock removes first, so that late steps of a process that stood still fail.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.storage.refs.move;
