/** Highlights source code: splits lines into keywords, strings, comments and the like. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.highlight;
