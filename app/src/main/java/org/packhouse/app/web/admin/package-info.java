/** Pages of administrators: people, groups, trash. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.web.admin;
