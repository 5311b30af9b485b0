/**
 * Sources, names and limits of settings. Must not depend on features.
 *
 * <p>Settings records are found by reflection, unknown keys stop the start, and known keys of
 * Bitbucket without effect are told once. Conditions on beans are decided by the build; a start
 * whose settings decide one otherwise reads annotations again.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.configuration;
