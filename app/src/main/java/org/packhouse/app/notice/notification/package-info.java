/** Mails about pull requests, and the preferences of users for them. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.notice.notification;
