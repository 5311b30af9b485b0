package org.packhouse.app.engine.git.fetch;

import java.io.IOException;
import java.util.OptionalLong;
import org.packhouse.app.engine.git.GitExchange;
import org.packhouse.app.engine.git.GitOperation;
import org.packhouse.app.engine.git.GitRepository;
import org.packhouse.app.engine.git.GitService;
import org.packhouse.app.engine.git.PktLineReader;
import org.packhouse.app.engine.git.ProtocolVersion;
import org.packhouse.app.engine.git.V2Command;
import org.packhouse.app.engine.git.WireException;
import org.packhouse.app.engine.git.advertise.Advertisement;
import org.packhouse.app.engine.git.advertise.LsRefs;
import org.packhouse.app.engine.git.advertise.RefViews;
import org.packhouse.app.engine.git.advertise.VisibleRefs;
import org.packhouse.app.platform.throttle.RequestMemory;
import org.springframework.stereotype.Component;

/** Clone and fetch: dispatches by protocol version and command. */
@Component
class UploadPack implements GitOperation {

  private final RefViews refs;
  private final Fetch fetch;
  private final FetchV0 fetchV0;
  private final ObjectInfo objectInfo;
  private final WireSettings settings;
  private final RequestMemory memory;
  private final FetchEngineSettings engine;

  UploadPack(
      RefViews refs,
      Fetch fetch,
      FetchV0 fetchV0,
      ObjectInfo objectInfo,
      WireSettings settings,
      RequestMemory memory,
      FetchEngineSettings engine) {
    this.refs = refs;
    this.fetch = fetch;
    this.fetchV0 = fetchV0;
    this.objectInfo = objectInfo;
    this.settings = settings;
    this.memory = memory;
    this.engine = engine;
  }

  @Override
  public GitService service() {
    return GitService.UPLOAD_PACK;
  }

  @Override
  public void advertise(GitExchange exchange) throws IOException {
    if (exchange.protocol() == ProtocolVersion.V2) {
      Advertisement.writeV2(exchange, engine.allowRefInWant());
    } else {
      Advertisement.writeV0(exchange, refs(exchange));
    }
  }

  @Override
  public void serve(GitExchange exchange) throws IOException {
    if (exchange.protocol() == ProtocolVersion.V2) {
      serveV2(exchange);
    } else {
      VisibleRefs visible = refs(exchange);
      if (!exchange.stateless()) {
        Advertisement.writeV0(exchange, visible);
      }
      fetchV0.serve(exchange, visible);
    }
  }

  private void serveV2(GitExchange exchange) throws IOException {
    if (!exchange.stateless()) {
      Advertisement.writeV2(exchange, engine.allowRefInWant());
    }
    PktLineReader reader = new PktLineReader(exchange.in());
    boolean more = serveCommand(exchange, reader);
    while (more && !exchange.stateless()) {
      exchange.out().flush();
      more = serveCommand(exchange, reader);
    }
  }

  private boolean serveCommand(GitExchange exchange, PktLineReader reader) throws IOException {
    reader.allow(settings.maxLsRefsSize().toBytes());
    V2Command command = V2Command.read(reader);
    if (command == null) {
      return false;
    }
    // A session may last: its later commands need refs and permission of their own time.
    OptionalLong version =
        exchange.stateless()
            ? OptionalLong.of(exchange.repository().refVersion())
            : exchange.repository().confirm();
    switch (command.name()) {
      case "ls-refs" -> {
        exchange.monitor().operation("ls-refs");
        LsRefs asked = LsRefs.parse(reader, command.arguments());
        long begun = System.nanoTime();
        asked.write(exchange, refs(exchange, version));
        exchange.monitor().listedRefs(System.nanoTime() - begun);
      }
      case "fetch" -> {
        reader.allow(settings.maxFetchSize().toBytes());
        try (FetchRequestMemory share = new FetchRequestMemory(memory)) {
          reader.tell(share);
          FetchRequest request = FetchRequest.parse(reader, command.arguments());
          fetch.serve(exchange, refs(exchange, version), request, command.serverOptions());
        } finally {
          reader.tell(bytes -> {});
        }
      }
      case "object-info" -> {
        ObjectInfo.Request request = ObjectInfo.Request.parse(reader, command.arguments());
        objectInfo.serve(exchange, refs(exchange, version), request);
      }
      default ->
          throw new WireException(
              "Unknown command \"" + PktLineReader.shortened(command.name()) + "\"");
    }
    return true;
  }

  private VisibleRefs refs(GitExchange exchange) throws IOException {
    GitRepository repository = exchange.repository();
    return exchange.stateless()
        ? refs(exchange, OptionalLong.of(repository.refVersion()))
        : refs(exchange, OptionalLong.empty());
  }

  private VisibleRefs refs(GitExchange exchange, OptionalLong version) throws IOException {
    long id = exchange.repository().repository().id();
    return version.isPresent() ? refs.since(id, version.getAsLong()) : refs.now(id);
  }
}
