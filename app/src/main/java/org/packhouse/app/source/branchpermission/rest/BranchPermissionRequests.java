package org.packhouse.app.source.branchpermission.rest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.identity.key.AccessKeys;
import org.packhouse.app.identity.permission.RequestFields;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.user.Group;
import org.packhouse.app.identity.user.Groups;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.branch.model.rest.RefMatcherBody;
import org.packhouse.app.source.branchpermission.BranchPermission.Exempt;
import org.packhouse.app.source.branchpermission.BranchPermissions.Draft;
import org.packhouse.hooks.RefRestriction;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads branch permissions from requests. */
@Component
class BranchPermissionRequests {

  private static final int MAX_BULK = 100;
  private static final int MAX_EXEMPT = 1000;

  private final Users users;
  private final Groups groups;
  private final AccessKeys keys;
  private final JsonMapper json;

  BranchPermissionRequests(Users users, Groups groups, AccessKeys keys, JsonMapper json) {
    this.users = users;
    this.groups = groups;
    this.keys = keys;
    this.json = json;
  }

  List<Draft> wanted(Resource resource, JsonNode body) {
    List<JsonNode> each = body.isArray() ? List.copyOf(body.values()) : List.of(body);
    if (each.isEmpty() || each.size() > MAX_BULK) {
      throw new InvalidFieldException(
          "matcher",
          "A request sets 1 to %d branch permissions, not %d.".formatted(MAX_BULK, each.size()));
    }
    return each.stream().map(one -> wanted(resource, body(one))).toList();
  }

  private BranchPermissionBody body(JsonNode node) {
    try {
      if (node.isObject()) {
        return json.treeToValue(node, BranchPermissionBody.class);
      }
    } catch (JacksonException e) {
      InvalidFieldException invalid = invalid();
      invalid.initCause(e);
      throw invalid;
    }
    throw invalid();
  }

  private static InvalidFieldException invalid() {
    return new InvalidFieldException(
        "matcher",
        "A branch permission is an object with the fields type, matcher, users, groups and"
            + " accessKeys, or a list of such.");
  }

  Draft wanted(Resource resource, BranchPermissionBody body) {
    Set<Long> exemptUsers = new LinkedHashSet<>();
    names("users", body.users(), body.userSlugs()).forEach(it -> exemptUsers.add(user(it)));
    Set<Long> exemptGroups = new LinkedHashSet<>();
    names("groups", body.groups(), body.groupNames()).forEach(it -> exemptGroups.add(group(it)));
    Set<Long> exemptKeys = new LinkedHashSet<>();
    names("accessKeys", body.accessKeys(), body.accessKeyIds())
        .forEach(it -> exemptKeys.add(key(resource, it)));
    return new Draft(
        body.id(),
        RefMatcherBody.require("matcher", body.matcher()),
        type(RequestFields.required("type", body.type())),
        new Exempt(exemptUsers, exemptGroups, exemptKeys));
  }

  static RefRestriction type(String name) {
    return RefRestriction.of(name)
        .orElseThrow(() ->
            new InvalidFieldException(
                "type",
                "%s is not a type of branch permission; these are: %s."
                    .formatted(
                        InvalidFieldException.quote(name),
                        String.join(
                            ", ",
                            Arrays.stream(RefRestriction.values())
                                .map(RefRestriction::id)
                                .toList()))));
  }

  private static List<String> names(
      String field, @Nullable List<JsonNode> some, @Nullable List<JsonNode> others) {
    List<String> names = new ArrayList<>();
    for (List<JsonNode> list : Arrays.asList(some, others)) {
      if (list != null) {
        list.forEach(node -> names.add(name(field, node)));
      }
    }
    if (names.size() > MAX_EXEMPT) {
      throw new InvalidFieldException(
          field, "At most %d of %s are exempt, not %d.".formatted(MAX_EXEMPT, field, names.size()));
    }
    return names;
  }

  private static String name(String field, JsonNode node) {
    if (node.isObject()) {
      for (JsonNode named : List.of(node.path("key").path("id"), node.path("id"))) {
        if (field.equals("accessKeys") && named.isIntegralNumber()) {
          return named.asString();
        }
      }
      for (String property : List.of("name", "slug")) {
        if (node.path(property).isString()) {
          return node.path(property).stringValue();
        }
      }
    } else if (node.isString() || node.isIntegralNumber()) {
      return node.asString();
    }
    throw new InvalidFieldException(
        field, "The field %s is a list of names, or of ids of access keys.".formatted(field));
  }

  private long user(String name) {
    return users
        .findByName(name)
        .or(() -> users.findBySlug(name))
        .map(User::id)
        .orElseThrow(() -> unknown("users", "user", name));
  }

  private long group(String name) {
    return groups
        .findByName(name)
        .map(Group::id)
        .orElseThrow(() -> unknown("groups", "group", name));
  }

  /** A key of another project or repository is refused as unknown. */
  private long key(Resource resource, String id) {
    try {
      long key = Long.parseLong(id);
      if (keys.find(resource.id(), key)
          .or(() -> keys.find(new ProjectId(resource.project().id()), key))
          .isPresent()) {
        return key;
      }
    } catch (NumberFormatException _) {
      // Refused below, like the id of an unknown key.
    }
    throw unknown("accessKeys", "access key of this project or repository", id);
  }

  private static InvalidFieldException unknown(String field, String kind, String name) {
    return new InvalidFieldException(
        field, "%s is not a %s.".formatted(InvalidFieldException.quote(name), kind));
  }
}
