/** The index of the commits that last changed each path, and the walk that fills it. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.source.browse.lastchange;
