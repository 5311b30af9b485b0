/**
 * Repositories in the REST dialect: their controllers and views, and access keys, sizes and audit
 * events of one.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.hosting.repository.rest;
