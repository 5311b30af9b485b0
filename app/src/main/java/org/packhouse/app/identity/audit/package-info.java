/** Who changed what, kept for those who must answer for it. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.identity.audit;
