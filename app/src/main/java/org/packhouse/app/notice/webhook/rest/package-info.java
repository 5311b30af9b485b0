/** Webhooks in the REST dialect: controllers, views, bodies, and payloads of events. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.notice.webhook.rest;
