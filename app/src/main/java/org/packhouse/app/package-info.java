/** The server: all that knows Spring Web, Security and JPA. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app;
