package org.packhouse.app.hosting.repository.rest;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.key.AccessKeys;
import org.packhouse.app.identity.key.AccessKeys.AccessKey;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.RequestFields;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** Serves requests about access keys of projects and repositories. Asks no permission. */
@Component
class AccessKeyRequests {

  private final AccessKeys keys;

  AccessKeyRequests(AccessKeys keys) {
    this.keys = keys;
  }

  record Body(@Nullable Key key, @Nullable String permission, @Nullable Integer expiryDays) {
    record Key(@Nullable String text, @Nullable String label, @Nullable Integer expiryDays) {}
  }

  AccessKey add(ResourceId resource, Body body) {
    if (body.key() == null) {
      throw new InvalidFieldException("key", "The field key is required.");
    }
    Integer days = body.key().expiryDays() == null ? body.expiryDays() : body.key().expiryDays();
    return keys.add(
        resource,
        permission(resource, RequestFields.required("permission", body.permission())),
        RequestFields.required("text", body.key().text()),
        body.key().label(),
        RequestFields.life(days));
  }

  Page<AccessKey> list(
      ResourceId resource, @Nullable String permission, @Nullable String filter, PageRequest page) {
    return Page.ofOneMore(
        page,
        keys.list(
            resource,
            permission == null ? null : permission(resource, permission),
            RequestFields.filter(filter),
            page.start(),
            page.oneMore()));
  }

  AccessKey get(ResourceId resource, long keyId) {
    return keys.find(resource, keyId).orElseThrow(() -> unknown(keyId));
  }

  AccessKey change(ResourceId resource, long keyId, String permission) {
    return keys.change(resource, keyId, permission(resource, permission))
        .orElseThrow(() -> unknown(keyId));
  }

  /** Changes the permission of a key to a JSON string, or the field {@code permission}. */
  AccessKey change(
      ResourceId resource, long keyId, @Nullable String parameter, @Nullable JsonNode body) {
    String permission = parameter;
    if (permission == null && body != null) {
      JsonNode field = body.isObject() ? body.path("permission") : body;
      permission = field.isString() ? field.stringValue() : null;
    }
    return change(resource, keyId, RequestFields.required("permission", permission));
  }

  void remove(ResourceId resource, long keyId) {
    keys.remove(resource, keyId);
  }

  List<AccessKey> placesOf(long keyId) {
    return keys.placesOf(keyId);
  }

  private static Permission permission(ResourceId resource, String name) {
    return RequestFields.permission(
        name,
        resource instanceof ProjectId
            ? List.of(Permission.PROJECT_READ, Permission.PROJECT_WRITE)
            : List.of(Permission.REPO_READ, Permission.REPO_WRITE));
  }

  static RefusedException unknown(long keyId) {
    return new NoSuchException(Thing.ENTITY, "There is no access key " + keyId + " here.");
  }
}
