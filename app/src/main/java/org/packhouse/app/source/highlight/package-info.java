/** Colours source code: tells which part of a line is a keyword, a string, a comment. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.highlight;
