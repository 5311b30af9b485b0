/**
 * Trees, files and rendered Markdown, for pages and REST. It knows no history.
 *
 * <p>Markdown is bounded where it grows: characters, nodes, steps, nesting, output and time; beyond
 * a bound the source is shown. A path is bytes and not text.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.storage.content;
