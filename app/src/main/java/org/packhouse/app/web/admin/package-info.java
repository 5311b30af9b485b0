/** Pages for administrators: users, groups, nodes, limits and settings of the server. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.web.admin;
