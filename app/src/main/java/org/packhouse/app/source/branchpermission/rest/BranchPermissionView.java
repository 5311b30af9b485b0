package org.packhouse.app.source.branchpermission.rest;

import java.util.List;
import org.packhouse.app.hosting.repository.setting.rest.ScopeView;
import org.packhouse.app.identity.key.rest.SshKeyView;
import org.packhouse.app.identity.user.rest.UserView;
import org.packhouse.app.source.branch.model.rest.RefMatcherBody;

/** A branch permission in the REST dialect; groups by name. */
record BranchPermissionView(
    long id,
    ScopeView scope,
    String type,
    RefMatcherBody matcher,
    List<UserView> users,
    List<String> groups,
    List<KeyView> accessKeys) {

  record KeyView(SshKeyView key) {}
}
