package org.packhouse.scmcache;

/**
 * Names a response: two requests with equal keys are answered by the same bytes.
 *
 * @param repositoryId the repository
 * @param refVersion the version of its refs that the answer depends on
 * @param requestDigest SHA-256 of the request in canonical form, in hexadecimal digits
 */
public record ResponseKey(long repositoryId, long refVersion, String requestDigest) {}
