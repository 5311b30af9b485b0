package org.packhouse.lab.operation;

/**
 * What one operation moved over the wire.
 *
 * @param bytesRead by the client, in bytes
 * @param bytesWritten by the client, in bytes
 */
public record Done(long bytesRead, long bytesWritten) {}
