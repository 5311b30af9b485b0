/** The load lab: runs experiments against Git servers and reports what they cost. */
@org.immutables.value.Value.Style(
    from = "copyOf",
    builtinContainerAttributes = false,
    builderVisibility = org.immutables.value.Value.Style.BuilderVisibility.SAME)
@org.jspecify.annotations.NullMarked
package org.packhouse.lab;
