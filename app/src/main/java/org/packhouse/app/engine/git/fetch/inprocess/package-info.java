/** Fetch responses without a native git process. {@code InProcessFetch} is the entry. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.engine.git.fetch.inprocess;
