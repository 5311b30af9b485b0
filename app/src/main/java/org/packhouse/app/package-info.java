/** The server: all that knows Spring Web, Security and JPA. */
@org.immutables.value.Value.Style(
    from = "copyOf",
    builtinContainerAttributes = false,
    builderVisibility = org.immutables.value.Value.Style.BuilderVisibility.SAME)
@org.jspecify.annotations.NullMarked
package org.packhouse.app;
