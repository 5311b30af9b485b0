/**
 * Rate limits: token buckets of users and addresses, which REST, Git over HTTP and SSH take from,
 * their settings, and who was refused.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.identity.ratelimit;
