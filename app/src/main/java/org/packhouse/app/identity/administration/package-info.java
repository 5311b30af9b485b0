/**
 * Settings and switches of the server for administrators: announcement, log levels, mail server,
 * throttling.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.identity.administration;
