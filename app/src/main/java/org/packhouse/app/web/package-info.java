/**
 * The pages. It may use every other stratum, and none uses it.
 *
 * <p>Pages work without scripts; htmx fetches parts of the same pages. A refused form is shown
 * again with what was typed, and one refused for an ended session leads over the login back to its
 * page.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.web;
