package org.packhouse.app.source.branchpermission.rest;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.branch.model.rest.RefMatcherBody;
import tools.jackson.databind.JsonNode;

/** A branch permission in a request. Exemptions are names, numbers, or the objects of responses. */
record BranchPermissionBody(
    @Nullable Long id,
    @Nullable String type,
    @Nullable RefMatcherBody matcher,
    @Nullable List<JsonNode> users,
    @Nullable List<JsonNode> userSlugs,
    @Nullable List<JsonNode> groups,
    @Nullable List<JsonNode> groupNames,
    @Nullable List<JsonNode> accessKeys,
    @Nullable List<JsonNode> accessKeyIds) {}
