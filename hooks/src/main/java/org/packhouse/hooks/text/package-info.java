/** Tells text from binary content, and finds the encoding of text, for all who read files. */
@org.jspecify.annotations.NullMarked
package org.packhouse.hooks.text;
