/** Help: version, licence and REST reference. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.web.help;
