/**
 * Settings that the server, projects and repositories may each have: the scope that one is set at,
 * what a project enforces, what holds for a repository under a permission stamp, and the audit of
 * changes. The features keep their own tables; nothing here knows one of them.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.hosting.repository.setting;
