/**
 * Accounts and groups as administrators manage them, for REST and pages; the entry is {@code
 * AccountAdministration}.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.identity.account;
