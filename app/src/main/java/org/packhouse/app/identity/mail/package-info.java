/** The queue of mail, its composers, and the connection to the mail server. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.identity.mail;
