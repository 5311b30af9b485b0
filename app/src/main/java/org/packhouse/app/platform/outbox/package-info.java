/**
 * Background work: the transactional outbox, scheduled tasks, and work that every node looks for.
 * {@link org.packhouse.app.platform.outbox.Outbox} writes events, {@link
 * org.packhouse.app.platform.outbox.OutboxListener}s hear them.
 *
 * <p>A row of the outbox stands for one listener, or for all brief ones together, and is deleted
 * when the listener has taken note. A listener hears of one repository in order, on one node at a
 * time, and at least once. Claims commit asynchronously: what PostgreSQL loses of them is told
 * again.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.outbox;
