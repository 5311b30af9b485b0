/** Real parts for tests: a server in this process, a database, repositories. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.testing;
