/** Files, directories, blame, archives and rendered markup in the REST dialect. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.source.browse.rest;
