/** The cache of fetch responses, by {@code ScmCache}. It knows neither Git nor HTTP. */
@org.immutables.value.Value.Style(
    from = "copyOf",
    builtinContainerAttributes = false,
    builderVisibility = org.immutables.value.Value.Style.BuilderVisibility.SAME)
@org.jspecify.annotations.NullMarked
package org.packhouse.scmcache;
