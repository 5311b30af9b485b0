/**
 * Webhooks: HTTP receivers of events of repositories and pull requests. {@link
 * org.packhouse.app.notice.webhook.WebhookPublisher} queues events.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.notice.webhook;
