package org.packhouse.app.identity.token.rest;

import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PrivilegeGuard;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.token.TokenOwner;
import org.packhouse.app.identity.token.TokenOwner.OfProject;
import org.packhouse.app.identity.token.TokenOwner.OfRepository;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: access tokens of projects and repositories, for their administrators. */
@RestController
@RequestMapping({
  RestPaths.ACCESS_TOKENS + "/projects/{projectKey}",
  RestPaths.ACCESS_TOKENS + "/projects/{projectKey}/repos/{repositorySlug}"
})
class ResourceTokensController {

  private final TokenRequests tokens;

  ResourceTokensController(TokenRequests tokens) {
    this.tokens = tokens;
  }

  @GetMapping
  Page<TokenView> list(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceId resource,
      PageRequest page) {
    return tokens.list(owner(resource), page).map(token -> TokenView.of(token, null));
  }

  @PutMapping
  TokenView create(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceId resource,
      Caller caller,
      @RequestBody TokenRequests.Body body) {
    PrivilegeGuard.requireNoToken(caller);
    return TokenView.of(tokens.create(owner(resource), body), null);
  }

  @GetMapping("/{tokenId}")
  TokenView get(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceId resource,
      @PathVariable String tokenId) {
    return TokenView.of(tokens.get(owner(resource), tokenId), null);
  }

  @PostMapping("/{tokenId}")
  TokenView change(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceId resource,
      Caller caller,
      @PathVariable String tokenId,
      @RequestBody TokenRequests.Body body) {
    PrivilegeGuard.requireNoToken(caller);
    return TokenView.of(tokens.change(owner(resource), tokenId, body), null);
  }

  @DeleteMapping("/{tokenId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void revoke(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceId resource,
      @PathVariable String tokenId) {
    tokens.revoke(owner(resource), tokenId);
  }

  private static TokenOwner owner(ResourceId resource) {
    return switch (resource) {
      case ProjectId(long id) -> new OfProject(id);
      case RepositoryId(long id) -> new OfRepository(id);
    };
  }
}
