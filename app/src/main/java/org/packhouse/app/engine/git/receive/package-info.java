/** The receive operation: commands and a pack, checks, and the report to the pusher. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.engine.git.receive;
