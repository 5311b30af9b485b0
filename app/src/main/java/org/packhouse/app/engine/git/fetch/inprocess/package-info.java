/**
 * Fetch responses without a native git process: packs that are copied, extended by what is new, or
 * written from objects in memory.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.engine.git.fetch.inprocess;
