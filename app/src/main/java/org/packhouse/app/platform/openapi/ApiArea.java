package org.packhouse.app.platform.openapi;

import java.util.List;

/**
 * Related operations of the REST API.
 *
 * @param operations by path, then by method
 */
public record ApiArea(String name, List<ApiOperation> operations) {}
