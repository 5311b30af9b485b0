/**
 * The fetch operation: requests, their responses by native git or in process, and object-info.
 *
 * <p>The name of a response in the cache holds, as object ids, everything that changes it, so a
 * push to another branch changes no name. Clones are kept at once, fetches of clients that have
 * something when the same is asked for again. In protocols 0 and 1 the negotiation of such clients
 * is native git's, and nothing of it is kept.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.engine.git.fetch;
