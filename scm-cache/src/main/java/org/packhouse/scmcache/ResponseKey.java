package org.packhouse.scmcache;

/**
 * Names a response: two requests with equal keys are answered by the same bytes.
 *
 * @param repositoryId the repository
 * @param refVersion the version of its refs that the answer depends on
 * @param request the request in canonical form
 */
public record ResponseKey(long repositoryId, long refVersion, String request) {}
