package org.packhouse.app.upkeep.imports.rest;

import static org.packhouse.app.platform.refusal.InvalidFieldException.quote;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.ByToken;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.upkeep.imports.BulkImport;
import org.packhouse.app.upkeep.imports.BulkImports;
import org.packhouse.app.upkeep.imports.ImportState;
import org.packhouse.app.upkeep.imports.RepositoryImport;
import org.packhouse.app.upkeep.imports.transfer.ImportJob;
import org.packhouse.app.upkeep.imports.transfer.ImportProblem;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: imports of all repositories in a directory, for system administrators. */
@ByToken
@RestController
@Requires(Permission.SYS_ADMIN)
@RequestMapping(RestPaths.OWN + "/admin/import/bulk")
class BulkImportController {

  private final BulkImports imports;

  BulkImportController(BulkImports imports) {
    this.imports = imports;
  }

  record Body(@Nullable String folder, @Nullable String projectKey) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record View(
      @JsonUnwrapped Request request,
      String state,
      long total,
      Map<ImportState, Long> counts,
      Instant createdDate,
      @Nullable Instant cancelledDate) {

    static View of(BulkImport it) {
      return new View(
          new Request(it.id(), it.folder(), it.projectKey(), it.startedBy()),
          it.isOpen() ? "RUNNING" : it.cancelledAt() == null ? "DONE" : "CANCELLED",
          it.total(),
          it.counts(),
          it.createdAt(),
          it.cancelledAt());
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Request(long id, String folder, @Nullable String projectKey, String startedBy) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Entry(
      long id,
      String path,
      @JsonUnwrapped Place place,
      @JsonUnwrapped Result result,
      @Nullable Instant startedDate,
      @Nullable Instant endedDate) {

    static Entry of(RepositoryImport it) {
      ImportJob.Target target = it.target();
      return new Entry(
          it.id(),
          it.origin().source(),
          target == null
              ? new Place(null, null, it.repositoryId())
              : new Place(target.projectKey(), target.name(), it.repositoryId()),
          new Result(it.state(), it.outcome().problem(), it.outcome().message()),
          it.times().startedAt(),
          it.times().endedAt());
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Place(@Nullable String projectKey, @Nullable String name, @Nullable Long repositoryId) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Result(ImportState state, @Nullable ImportProblem problem, @Nullable String message) {}

  @PostMapping
  @ResponseStatus(HttpStatus.ACCEPTED)
  View start(Caller caller, @RequestBody Body body) {
    return View.of(imports.start(body.folder(), body.projectKey(), caller));
  }

  @GetMapping
  Page<View> list(PageRequest page) {
    return imports.list(page).map(View::of);
  }

  @GetMapping("/{importId}")
  View get(@PathVariable long importId) {
    return View.of(imports.require(importId));
  }

  @GetMapping("/{importId}/repositories")
  Page<Entry> repositories(
      @PathVariable long importId,
      @RequestParam(required = false) @Nullable String state,
      PageRequest page) {
    return imports.repositories(importId, state(state), page).map(Entry::of);
  }

  @PostMapping("/{importId}/cancel")
  View cancel(@PathVariable long importId) {
    return View.of(imports.cancel(importId));
  }

  @PostMapping("/{importId}/retry")
  @ResponseStatus(HttpStatus.ACCEPTED)
  View retry(@PathVariable long importId) {
    return View.of(imports.retry(importId));
  }

  private static @Nullable ImportState state(@Nullable String name) {
    if (name == null || name.isEmpty()) {
      return null;
    }
    return Arrays.stream(ImportState.values())
        .filter(it -> it.name().equals(name.toUpperCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(() ->
            new InvalidFieldException(
                "state",
                quote(name)
                    + " is not a state of an import: "
                    + Arrays.toString(ImportState.values())
                    + "."));
  }
}
