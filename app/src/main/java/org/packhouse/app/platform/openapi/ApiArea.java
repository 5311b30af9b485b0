package org.packhouse.app.platform.openapi;

import java.util.List;

/**
 * Operations of the REST API that belong together.
 *
 * @param name such as {@code Branches and tags}
 * @param operations by path, then by method
 */
public record ApiArea(String name, List<ApiOperation> operations) {}
