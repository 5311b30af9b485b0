/** The archive operation. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.engine.git.archive;
