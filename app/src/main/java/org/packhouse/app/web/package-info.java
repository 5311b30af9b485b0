/**
 * The pages, which work without scripts; htmx fetches parts of them. They may use every other
 * package, and none uses them. A refused form is shown again with what was typed, and one refused
 * because the session ended leads over the login back to its page.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.web;
