package org.packhouse.app.identity.key;

import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId;

/** An SSH key that a project or repository accepts, whoever holds it. */
public record AccessKey(SshKey key, ResourceId resource, Permission permission) {}
