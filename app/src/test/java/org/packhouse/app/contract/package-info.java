/** What clients of the dialect rely on: operations, shapes, conventions. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.contract;
