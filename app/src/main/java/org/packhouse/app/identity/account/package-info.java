/** Accounts as REST administers them: users, groups, memberships and their erasure. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.identity.account;
