/** Imports over REST, beyond the dialect: controllers and views. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.upkeep.imports.rest;
