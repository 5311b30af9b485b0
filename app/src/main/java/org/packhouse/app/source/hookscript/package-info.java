/**
 * Hook scripts: programs of system administrators that run before or after pushes.
 *
 * <p>A script runs as an alias of git's, so it has git's environment, a ticket, and limits of time,
 * memory and output. What it leaves behind is found by a variable in the environment and ended.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.hookscript;
