/** The fetch operation: requests, their responses by native git or in process, and object-info. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.engine.git.fetch;
