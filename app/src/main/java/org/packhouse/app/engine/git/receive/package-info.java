/** The receive operation: commands and a pack, checks, and what the pusher is told. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.engine.git.receive;
