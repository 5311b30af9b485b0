/** JMX beans of the dialect; its endpoints are in {@code rest}. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.hosting.dialect;
