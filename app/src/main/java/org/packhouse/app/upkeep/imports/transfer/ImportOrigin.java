package org.packhouse.app.upkeep.imports.transfer;

/** The source of an import, its text without credentials. */
public record ImportOrigin(ImportKind kind, String source, boolean withCredentials) {}
