/** The requests that a node was serving when it ended, for its log. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.platform.node.running;
