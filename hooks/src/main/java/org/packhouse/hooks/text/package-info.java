/** Text encodings and binary content, for all who read files. */
@org.jspecify.annotations.NullMarked
package org.packhouse.hooks.text;
