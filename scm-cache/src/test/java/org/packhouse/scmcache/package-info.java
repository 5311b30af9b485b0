@org.jspecify.annotations.NullMarked
package org.packhouse.scmcache;
