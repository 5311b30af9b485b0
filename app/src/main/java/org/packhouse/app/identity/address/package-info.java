/** Links that show that a further e-mail address is the user's who names it. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.identity.address;
