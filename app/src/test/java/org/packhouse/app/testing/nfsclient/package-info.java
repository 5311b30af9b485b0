/** A file system that remembers what it has seen as the client of a network file system does. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.testing.nfsclient;
