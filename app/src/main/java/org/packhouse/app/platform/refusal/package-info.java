/**
 * Refusals of the domain, as data: services throw them; REST, pages and Git each render them by one
 * exhaustive switch. Must depend on none of those.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.refusal;
