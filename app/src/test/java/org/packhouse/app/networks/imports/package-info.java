@org.jspecify.annotations.NullMarked
package org.packhouse.app.networks.imports;
