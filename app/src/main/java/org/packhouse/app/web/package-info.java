/** The pages. It may use every other stratum, and none uses it. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.web;
