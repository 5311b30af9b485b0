package org.packhouse.app.auth;

import org.packhouse.app.permission.Permission;
import org.packhouse.app.permission.ResourceId;

/** A key that a project or repository admits, whoever holds it. */
public record AccessKey(SshKey key, ResourceId resource, Permission permission) {}
