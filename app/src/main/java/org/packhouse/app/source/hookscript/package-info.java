/** Programs of administrators that pushes must pass, or that follow them. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.hookscript;
