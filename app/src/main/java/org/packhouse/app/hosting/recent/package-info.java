/** Recently visited repositories and recently pushed branches of users. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.hosting.recent;
