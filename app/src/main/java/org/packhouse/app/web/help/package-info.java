/** Pages that explain. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.web.help;
