/**
 * Branching models: which branches are for development and production, the prefixes of branch
 * types, and matchers of refs by them.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.source.branch.model;
