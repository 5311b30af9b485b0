package org.packhouse.app.identity.permission.rest;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.RequestFields;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.springframework.stereotype.Component;

/** Lists users and groups with a grant on a resource together, groups first. */
@Component
class GrantSearch {

  private static final int ALL = 100_000;

  private final GrantViews pages;

  GrantSearch(GrantViews pages) {
    this.pages = pages;
  }

  /** Finds grants; the type is {@code USER}, {@code GROUP} or null, the permission null for any. */
  Page<Object> find(
      ResourceId resource,
      @Nullable String filter,
      @Nullable String type,
      @Nullable String permission,
      PageRequest page) {
    if (type != null && !type.equals("USER") && !type.equals("GROUP")) {
      throw new InvalidFieldException(
          "type",
          "The type must be USER or GROUP, not %s.".formatted(InvalidFieldException.quote(type)));
    }
    Permission only =
        permission == null
            ? null
            : RequestFields.permission(permission, List.of(Permission.values()));
    PageRequest all = new PageRequest(0, ALL);
    List<Object> found = new ArrayList<>();
    if (!"USER".equals(type)) {
      pages.groups(resource, filter, all).values().stream()
          .filter(it -> only == null || it.permission() == only)
          .forEach(found::add);
    }
    if (!"GROUP".equals(type)) {
      pages.users(resource, filter, all).values().stream()
          .filter(it -> only == null || it.permission() == only)
          .forEach(found::add);
    }
    return Page.ofAll(page, found);
  }
}
