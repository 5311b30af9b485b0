package org.packhouse.app.upkeep.imports;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryCreation;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.upkeep.imports.transfer.Credentials;
import org.packhouse.app.upkeep.imports.transfer.ImportFailedException;
import org.packhouse.app.upkeep.imports.transfer.ImportKind;
import org.packhouse.app.upkeep.imports.transfer.LocalDirectories;
import org.packhouse.app.upkeep.imports.transfer.RemoteHosts;
import org.packhouse.app.upkeep.imports.transfer.RemoteUrl;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/** Checks requested imports, and inserts their rows. */
@Component
class NewImports {

  private final RemoteHosts hosts;
  private final LocalDirectories directories;
  private final RepositoryCreation creation;
  private final TargetDirectories targets;
  private final ImportRows rows;
  private final ApplicationEventPublisher events;

  NewImports(
      RemoteHosts hosts,
      LocalDirectories directories,
      RepositoryCreation creation,
      TargetDirectories targets,
      ImportRows rows,
      ApplicationEventPublisher events) {
    this.hosts = hosts;
    this.directories = directories;
    this.creation = creation;
    this.targets = targets;
    this.rows = rows;
    this.events = events;
  }

  /** A checked source, its text without credentials. */
  record Source(ImportKind kind, String text, @Nullable Credentials credentials) {}

  record Begun(Repository repository, long importId) {}

  Source source(NewImport wanted) {
    return switch (wanted.origin()) {
      case NewImport.OfUrl it -> ofUrl(it);
      case NewImport.OfDirectory it -> ofDirectory(it);
    };
  }

  private Source ofUrl(NewImport.OfUrl origin) {
    RemoteUrl.WithCredentials parsed = RemoteUrl.parse(origin.url());
    Credentials given = origin.credentials() == null ? null : origin.credentials().check();
    try {
      // The address is looked at again when git connects: this is to say so at once.
      hosts.find(parsed.url());
    } catch (ImportFailedException e) {
      throw new InvalidFieldException("url", String.valueOf(e.getMessage()));
    }
    return new Source(
        ImportKind.URL, parsed.url().toString(), given == null ? parsed.credentials() : given);
  }

  private Source ofDirectory(NewImport.OfDirectory origin) {
    Path directory = directories.find("path", origin.path());
    if (LocalDirectories.gitDirectory(directory) == null) {
      throw new InvalidFieldException("path", "There is no Git repository in " + directory + ".");
    }
    return new Source(ImportKind.FOLDER, directory.toString(), null);
  }

  Begun insert(NewImport wanted, Source source, @Nullable UUID holder, Caller caller) {
    Repository repository =
        creation.begin(wanted.project(), wanted.repository(), null, wanted.administrator());
    long id = rows.insert(repository.id(), source.kind(), source.text(), holder, caller);
    tell("repository.import-begun", repository, source.text());
    return new Begun(repository, id);
  }

  void tell(String action, Repository repository, String source) {
    events.publishEvent(new AuditableChange(action, repository.path(), Map.of("from", source)));
  }

  /** Creates an empty repository on disk, for requests meanwhile. */
  void makeDirectory(Repository repository) {
    try {
      targets.create(repository.id());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot make the directory of " + repository.path(), e);
    }
  }
}
