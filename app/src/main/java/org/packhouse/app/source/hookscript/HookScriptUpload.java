package org.packhouse.app.source.hookscript;

import org.jspecify.annotations.Nullable;

/**
 * A script as a multipart body brings it; what is null was not in it.
 *
 * @param content the program: bytes that nobody changes
 */
@SuppressWarnings("ArrayRecordComponent") // Compared with nothing, and read once.
public record HookScriptUpload(
    @Nullable String name,
    @Nullable String description,
    @Nullable String type,
    byte @Nullable [] content) {}
