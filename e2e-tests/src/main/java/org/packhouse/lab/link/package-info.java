/** How slow and how far away a client is. */
@org.jspecify.annotations.NullMarked
package org.packhouse.lab.link;
