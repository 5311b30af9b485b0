/** Pages of projects and repositories, their settings and permissions. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.web.project;
