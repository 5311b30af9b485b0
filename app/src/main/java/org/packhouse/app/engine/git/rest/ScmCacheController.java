package org.packhouse.app.engine.git.rest;

import org.packhouse.app.engine.git.cache.CachedResponses;
import org.packhouse.app.engine.git.cache.ScmCacheSettings;
import org.packhouse.app.identity.permission.ByToken;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.scmcache.CacheStatistics;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: the answering node's cache of clones and fetches, which the dialect lacks. */
@ByToken
@RestController
@Requires(Permission.ADMIN)
@RequestMapping(RestPaths.OWN + "/admin/scm-cache")
class ScmCacheController {

  private final CachedResponses responses;
  private final ScmCacheSettings settings;

  ScmCacheController(CachedResponses responses, ScmCacheSettings settings) {
    this.responses = responses;
    this.settings = settings;
  }

  record Statistics(boolean enabled, long maxSize, CacheStatistics statistics) {}

  @GetMapping
  Statistics statistics() {
    return new Statistics(settings.enabled(), settings.maxSize().toBytes(), responses.statistics());
  }

  @GetMapping("/entries")
  Page<CachedResponses.Entry> list(PageRequest page) {
    return responses.list(page);
  }

  @DeleteMapping("/entries")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void dropAll() {
    responses.dropAll();
  }

  @DeleteMapping("/entries/{repositoryId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void dropOfRepository(@PathVariable long repositoryId) {
    responses.drop(repositoryId);
  }

  @DeleteMapping("/entries/{repositoryId}/{entryId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void drop(@PathVariable long repositoryId, @PathVariable String entryId) {
    responses.drop(repositoryId, entryId);
  }
}
