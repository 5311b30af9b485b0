/** Pages that find things: the search, what the bar at the top leads to, and pickers. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.web.search;
