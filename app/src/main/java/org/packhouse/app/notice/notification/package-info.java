/** Mails that tell people what happens to pull requests, and how each wants to be told. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.notice.notification;
