/**
 * Webhooks: HTTP receivers of events of repositories and pull requests. {@link
 * org.packhouse.app.notice.webhook.WebhookPublisher} queues events.
 *
 * <p>A delivery is a row with its payload, made only if somebody is to be told; its name keeps it
 * from being written twice. The first waiting row of each webhook is claimed, so a receiver hears
 * one event after the other. The address that was checked is the one that is connected to.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.notice.webhook;
