@org.jspecify.annotations.NullMarked
package org.packhouse.app.storage.refs;
