/** Sources, names and limits of settings. Must not depend on features. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.configuration;
