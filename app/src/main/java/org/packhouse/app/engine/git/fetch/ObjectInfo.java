package org.packhouse.app.engine.git.fetch;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.packhouse.app.engine.git.GitExchange;
import org.packhouse.app.engine.git.PktLineReader;
import org.packhouse.app.engine.git.PktLineReader.Kind;
import org.packhouse.app.engine.git.PktLineWriter;
import org.packhouse.app.engine.git.V2Command;
import org.packhouse.app.engine.git.WireException;
import org.packhouse.app.engine.git.advertise.VisibleRefs;
import org.packhouse.app.engine.git.advertise.WantCheck;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.springframework.stereotype.Component;

/** {@code object-info} of protocol v2: sizes of objects, in process, under the rules of wants. */
@Component
class ObjectInfo {

  private final WantCheck wants;
  private final RepositoryDirectories directories;

  ObjectInfo(WantCheck wants, RepositoryDirectories directories) {
    this.wants = wants;
    this.directories = directories;
  }

  record Request(boolean size, SequencedSet<ObjectId> ids) {

    /** Reads the arguments up to the flush packet that ends the request. */
    static Request parse(PktLineReader reader, boolean arguments) throws IOException {
      boolean size = false;
      SequencedSet<ObjectId> ids = new LinkedHashSet<>();
      Kind kind = arguments ? reader.next() : Kind.FLUSH;
      while (kind == Kind.DATA) {
        if (reader.startsWith("oid ")) {
          ids.add(reader.objectIdAfter("oid ".length()));
        } else if (reader.text().equals("size")) {
          size = true;
        } else {
          throw new WireException(
              "object-info does not know \"" + PktLineReader.shortened(reader.text()) + "\"");
        }
        kind = reader.next();
      }
      V2Command.expectEnd(kind);
      return new Request(size, ids);
    }
  }

  void serve(GitExchange exchange, VisibleRefs refs, Request request) throws IOException {
    exchange.monitor().operation("object-info");
    long repositoryId = exchange.repository().repository().id();
    wants.check(repositoryId, refs, request.ids());
    PktLineWriter writer = new PktLineWriter(exchange.out());
    if (request.size()) {
      writer.text("size");
    }
    try (Repository repository = directories.open(repositoryId);
        ObjectReader reader = repository.newObjectReader()) {
      for (ObjectId id : request.ids()) {
        writer.idAndText(
            id,
            request.size() ? Long.toString(reader.getObjectSize(id, ObjectReader.OBJ_ANY)) : "");
      }
    }
    writer.flush();
    writer.send();
  }
}
