package org.packhouse.app.source.hook;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.ResourceId;

/**
 * A hook, switched on or off.
 *
 * @param resource what it was set on
 * @param hook its key
 * @param settings null: nobody has given any there
 */
public record HookSetting(
    ResourceId resource, String hook, boolean enabled, @Nullable Map<String, Object> settings) {}
