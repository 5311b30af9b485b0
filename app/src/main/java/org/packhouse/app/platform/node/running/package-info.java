/** What a node was about when it ended, for those who look into its log. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.platform.node.running;
