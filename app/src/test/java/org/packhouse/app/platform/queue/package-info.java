@org.jspecify.annotations.NullMarked
package org.packhouse.app.platform.queue;
