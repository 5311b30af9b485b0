/** Webhooks: receivers that are told over HTTP what happens to repositories and pull requests. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.notice.webhook;
