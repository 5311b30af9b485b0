/** Running operations and the cache of fetch responses, for administrators over REST. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.engine.git.rest;
