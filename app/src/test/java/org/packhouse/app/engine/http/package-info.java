/** Git over HTTP, driven by real git and curl. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.engine.http;
