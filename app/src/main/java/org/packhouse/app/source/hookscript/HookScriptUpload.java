package org.packhouse.app.source.hookscript;

import org.jspecify.annotations.Nullable;

/** The parts of an upload; null parts were not sent. Nobody changes the content's bytes. */
@SuppressWarnings("ArrayRecordComponent") // Compared with nothing, and read once.
public record HookScriptUpload(
    @Nullable String name,
    @Nullable String description,
    @Nullable String type,
    byte @Nullable [] content) {}
