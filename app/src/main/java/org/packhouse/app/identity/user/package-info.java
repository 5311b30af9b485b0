/** People and groups: who exists. Knows nothing of credentials or permissions. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.identity.user;
