/**
 * Background work: the transactional outbox, scheduled tasks, and work that every node looks for.
 * {@link org.packhouse.app.platform.outbox.Outbox} writes events, {@link
 * org.packhouse.app.platform.outbox.OutboxListener}s hear them.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.outbox;
