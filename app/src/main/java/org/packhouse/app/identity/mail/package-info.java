/** The queue of mail to users, and the way to the mail server. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.identity.mail;
