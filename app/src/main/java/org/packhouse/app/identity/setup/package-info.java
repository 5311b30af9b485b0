/** First start: the set-up page and the unattended set-up. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.identity.setup;
