/**
 * Refusals of the domain: why a request was not done, as data. Services throw them; REST, pages and
 * Git turn them into their own words, each by one exhaustive switch.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.refusal;
