/** Git over smart HTTP, by a servlet of its own. Must not depend on the pages or on Spring MVC. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.engine.http;
