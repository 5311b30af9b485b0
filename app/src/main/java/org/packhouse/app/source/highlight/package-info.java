/**
 * Highlights source code: splits lines into keywords, strings, comments and the like.
 *
 * <p>Grammars are automata that look at each character a bounded number of times, so no content
 * makes them slow. Code is put between tags in one class alone.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.highlight;
