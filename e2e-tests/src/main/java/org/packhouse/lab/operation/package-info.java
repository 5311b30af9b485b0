/** What a client does to a server, and what came of it. */
@org.jspecify.annotations.NullMarked
package org.packhouse.lab.operation;
