/**
 * The queue of mail, its composers, and the connection to the mail server.
 *
 * <p>A row names a user, a kind and ids; its words are found when it is sent, so a row holds no
 * secret, and what its user may no longer read is not told. A refusal with a code 5xx ends a mail,
 * 4xx puts it off.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.identity.mail;
