/** The cache of fetch responses on this node: settings, contents and retention. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.engine.git.cache;
