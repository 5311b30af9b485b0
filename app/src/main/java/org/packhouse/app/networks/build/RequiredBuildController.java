package org.packhouse.app.networks.build;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.InvalidFieldException;
import org.packhouse.app.platform.rest.Page;
import org.packhouse.app.platform.rest.PageRequest;
import org.packhouse.app.platform.rest.RestException;
import org.packhouse.app.source.branch.RefMatcher;
import org.packhouse.app.source.branch.RefMatcherBody;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.http.HttpStatus;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: the builds that must have succeeded before a pull request is merged. */
@RestController
@RequestMapping(
    "/rest/required-builds/{version:1\\.0|latest}/projects/{projectKey}/repos/{repositorySlug}")
class RequiredBuildController {

  private static final int MAX_CONDITIONS = 100;
  private static final int MAX_KEYS = 100;

  private final RequiredBuildRows rows;
  private final TransactionTemplate transactions;
  private final ApplicationEventPublisher events;

  RequiredBuildController(
      RequiredBuildRows rows, TransactionTemplate transactions, ApplicationEventPublisher events) {
    this.rows = rows;
    this.transactions = transactions;
    this.events = events;
  }

  record ConditionBody(
      @Nullable List<@Nullable String> buildParentKeys,
      @Nullable RefMatcherBody refMatcher,
      @Nullable RefMatcherBody exemptRefMatcher) {

    RequiredBuilds checked(long id) {
      RefMatcher exempt =
          exemptRefMatcher == null
              ? null
              : RefMatcherBody.require("exemptRefMatcher", exemptRefMatcher);
      return new RequiredBuilds(
          id, RefMatcherBody.require("refMatcher", refMatcher), exempt, checkedKeys());
    }

    private List<String> checkedKeys() {
      Set<String> keys = new LinkedHashSet<>();
      if (buildParentKeys != null) {
        buildParentKeys.forEach(
            key -> keys.add(ReportFields.required("buildParentKeys", key, ReportFields.MAX_KEY)));
      }
      if (keys.isEmpty() || keys.size() > MAX_KEYS) {
        throw new InvalidFieldException(
            "buildParentKeys",
            "A condition names 1 to %d builds, not %d.".formatted(MAX_KEYS, keys.size()));
      }
      return List.copyOf(keys);
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ConditionView(
      long id,
      List<String> buildParentKeys,
      RefMatcherBody refMatcher,
      @Nullable RefMatcherBody exemptRefMatcher) {

    static ConditionView of(RequiredBuilds condition) {
      RefMatcher exempt = condition.exempt();
      return new ConditionView(
          condition.id(),
          condition.parentKeys(),
          RefMatcherBody.of(condition.target()),
          exempt == null ? null : RefMatcherBody.of(exempt));
    }
  }

  @GetMapping("/conditions")
  Page<ConditionView> list(
      @Requires(Permission.REPO_READ) Repository repository, PageRequest page) {
    return Page.ofAll(page, rows.of(repository.id())).map(ConditionView::of);
  }

  @PostMapping("/condition")
  ConditionView add(
      @Requires(Permission.REPO_ADMIN) Repository repository, @RequestBody ConditionBody body) {
    RequiredBuilds wanted = body.checked(0);
    if (rows.of(repository.id()).size() >= MAX_CONDITIONS) {
      throw new RestException(
          HttpStatus.CONFLICT.value(),
          ExceptionName.INTEGRITY,
          "A repository has at most %d conditions of builds.".formatted(MAX_CONDITIONS));
    }
    return changed(repository, () -> rows.insert(repository.id(), wanted));
  }

  @PutMapping("/condition/{id}")
  ConditionView set(
      @Requires(Permission.REPO_ADMIN) Repository repository,
      @PathVariable long id,
      @RequestBody ConditionBody body) {
    RequiredBuilds wanted = body.checked(id);
    return changed(
        repository,
        () -> {
          if (!rows.update(repository.id(), wanted)) {
            throw notFound(repository, id);
          }
          return id;
        });
  }

  @DeleteMapping("/condition/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@Requires(Permission.REPO_ADMIN) Repository repository, @PathVariable long id) {
    transactions.executeWithoutResult(_ -> {
      if (rows.delete(repository.id(), id)) {
        audit(repository);
      }
    });
  }

  private ConditionView changed(Repository repository, LongSupplier change) {
    Long id =
        transactions.execute(_ -> {
          long written = change.getAsLong();
          audit(repository);
          return written;
        });
    return rows.find(repository.id(), id)
        .map(ConditionView::of)
        .orElseThrow(() -> notFound(repository, id));
  }

  private void audit(Repository repository) {
    events.publishEvent(
        new AuditableChange("repository.required-builds-changed", repository.path(), Map.of()));
  }

  private static RestException notFound(Repository repository, long id) {
    return new RestException(
        HttpStatus.NOT_FOUND.value(),
        ExceptionName.NO_SUCH_ENTITY,
        "%s has no condition of builds with the id %d.".formatted(repository.path(), id));
  }
}
