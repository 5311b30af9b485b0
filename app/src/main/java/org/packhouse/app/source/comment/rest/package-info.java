/** Comments, reactions and watches in the REST dialect: controllers, views and bodies. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.source.comment.rest;
