package org.packhouse.app.hosting.people;

import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.auth.TokenOwner;
import org.packhouse.app.identity.auth.TokenOwner.OfProject;
import org.packhouse.app.identity.auth.TokenOwner.OfRepository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.platform.rest.Page;
import org.packhouse.app.platform.rest.PageRequest;
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
@RequestMapping(RestPaths.ACCESS_TOKENS + "/projects/{projectKey}")
class ResourceTokensController {

  private static final String REPOSITORY = "/repos/{repositorySlug}";

  private final TokenRequests tokens;
  private final Targets targets;
  private final CurrentCaller caller;

  ResourceTokensController(TokenRequests tokens, Targets targets, CurrentCaller caller) {
    this.tokens = tokens;
    this.targets = targets;
    this.caller = caller;
  }

  @GetMapping
  Page<TokenJson> list(@PathVariable String projectKey, PageRequest page) {
    return tokens.list(project(projectKey), page).map(token -> TokenJson.of(token, null));
  }

  @PutMapping
  TokenJson create(@PathVariable String projectKey, @RequestBody TokenRequests.Body body) {
    TokenOwner owner = project(projectKey);
    Ranks.requireNoToken(caller.get());
    return TokenJson.of(tokens.create(owner, body), null);
  }

  @GetMapping("/{tokenId}")
  TokenJson get(@PathVariable String projectKey, @PathVariable String tokenId) {
    return TokenJson.of(tokens.get(project(projectKey), tokenId), null);
  }

  @PostMapping("/{tokenId}")
  TokenJson change(
      @PathVariable String projectKey,
      @PathVariable String tokenId,
      @RequestBody TokenRequests.Body body) {
    TokenOwner owner = project(projectKey);
    Ranks.requireNoToken(caller.get());
    return TokenJson.of(tokens.change(owner, tokenId, body), null);
  }

  @DeleteMapping("/{tokenId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void revoke(@PathVariable String projectKey, @PathVariable String tokenId) {
    tokens.revoke(project(projectKey), tokenId);
  }

  @GetMapping(REPOSITORY)
  Page<TokenJson> list(
      @PathVariable String projectKey, @PathVariable String repositorySlug, PageRequest page) {
    return tokens
        .list(repository(projectKey, repositorySlug), page)
        .map(token -> TokenJson.of(token, null));
  }

  @PutMapping(REPOSITORY)
  TokenJson create(
      @PathVariable String projectKey,
      @PathVariable String repositorySlug,
      @RequestBody TokenRequests.Body body) {
    TokenOwner owner = repository(projectKey, repositorySlug);
    Ranks.requireNoToken(caller.get());
    return TokenJson.of(tokens.create(owner, body), null);
  }

  @GetMapping(REPOSITORY + "/{tokenId}")
  TokenJson get(
      @PathVariable String projectKey,
      @PathVariable String repositorySlug,
      @PathVariable String tokenId) {
    return TokenJson.of(tokens.get(repository(projectKey, repositorySlug), tokenId), null);
  }

  @PostMapping(REPOSITORY + "/{tokenId}")
  TokenJson change(
      @PathVariable String projectKey,
      @PathVariable String repositorySlug,
      @PathVariable String tokenId,
      @RequestBody TokenRequests.Body body) {
    TokenOwner owner = repository(projectKey, repositorySlug);
    Ranks.requireNoToken(caller.get());
    return TokenJson.of(tokens.change(owner, tokenId, body), null);
  }

  @DeleteMapping(REPOSITORY + "/{tokenId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void revoke(
      @PathVariable String projectKey,
      @PathVariable String repositorySlug,
      @PathVariable String tokenId) {
    tokens.revoke(repository(projectKey, repositorySlug), tokenId);
  }

  private TokenOwner project(String key) {
    Caller asking = caller.get();
    return new OfProject(targets.project(asking, key, Permission.PROJECT_ADMIN).id());
  }

  private TokenOwner repository(String key, String slug) {
    Caller asking = caller.get();
    return new OfRepository(targets.repositoryId(asking, key, slug, Permission.REPO_ADMIN).id());
  }
}
