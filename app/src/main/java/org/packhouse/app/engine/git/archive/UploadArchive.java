package org.packhouse.app.engine.git.archive;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.GitExchange;
import org.packhouse.app.engine.git.GitOperation;
import org.packhouse.app.engine.git.GitService;
import org.packhouse.app.engine.git.PktLineReader;
import org.packhouse.app.engine.git.PktLineReader.Kind;
import org.packhouse.app.engine.git.PktLineWriter;
import org.packhouse.app.engine.git.V2Command;
import org.packhouse.app.engine.git.WireException;
import org.packhouse.app.engine.git.advertise.RefViews;
import org.packhouse.app.engine.git.advertise.VisibleRefs;
import org.packhouse.app.engine.git.advertise.WantCheck;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.platform.throttle.Work;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.process.GitCommand;
import org.packhouse.app.storage.process.GitFailedException;
import org.packhouse.app.storage.process.GitProcess;
import org.packhouse.app.storage.process.GitProcesses;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

/** {@code git archive --remote}, by native git once the arguments have been checked. */
@Component
class UploadArchive implements GitOperation {

  private static final Logger LOG = LoggerFactory.getLogger(UploadArchive.class);

  private static final String ARGUMENT = "argument ";

  /** Git's message when it has told its client why there is no archive. */
  private static final String TOLD = "fatal: sent error to the client";

  // As many as git's own upload-archive takes.
  private static final int MAX_ARGUMENTS = 63;
  private static final long MAX_BYTES = 1024 * 1024;
  private static final DataSize MEMORY = DataSize.ofGigabytes(2);

  private final RefViews refs;
  private final WantCheck wants;
  private final RepositoryDirectories directories;
  private final GitProcesses processes;
  private final Tickets tickets;

  UploadArchive(
      RefViews refs,
      WantCheck wants,
      RepositoryDirectories directories,
      GitProcesses processes,
      Tickets tickets) {
    this.refs = refs;
    this.wants = wants;
    this.directories = directories;
    this.processes = processes;
    this.tickets = tickets;
  }

  @Override
  public GitService service() {
    return GitService.UPLOAD_ARCHIVE;
  }

  /** Writes nothing: the protocol has no advertisement. */
  @Override
  public void advertise(GitExchange exchange) {
    // See above.
  }

  @Override
  public void serve(GitExchange exchange) throws IOException {
    exchange.monitor().operation("archive");
    List<String> asked = readArguments(new PktLineReader(exchange.in(), MAX_BYTES));
    exchange.repository().confirm();
    long id = exchange.repository().repository().id();
    VisibleRefs visible = refs.now(id);
    ArchiveArguments arguments = ArchiveArguments.parse(asked, visible);
    if (arguments.commit() != null) {
      wants.check(id, visible, List.of(arguments.commit()));
    }
    GitCommand command =
        GitCommand.in(directories.check(id), "upload-archive", ".")
            .with("uploadarchive.allowUnreachable", "true")
            // A few trees stand for more files than there is memory to list.
            .with("core.bigFileThreshold", "32m")
            .memory(MEMORY)
            .niced();
    try (Ticket ticket = tickets.acquire(exchange.repository().ticket(Work.ARCHIVE));
        GitProcess process = processes.start(ticket, command)) {
      process.send(toBytes(arguments.checked()));
      process.stdout().relayTo(exchange.out());
      succeed(process, exchange.repository().repository().path());
    }
  }

  /** Git itself tells its client of a missing path, and of a tag that is no tree. */
  private static void succeed(GitProcess process, String path) throws IOException {
    try {
      process.succeed();
    } catch (GitFailedException e) {
      if (!e.stderr().contains(TOLD)) {
        throw e;
      }
      LOG.info("An archive of {} was not made: {}", path, e.getMessage());
    }
  }

  private static List<String> readArguments(PktLineReader reader) throws IOException {
    List<String> arguments = new ArrayList<>();
    Kind kind = reader.next();
    while (kind == Kind.DATA) {
      String line = reader.text();
      if (!line.startsWith(ARGUMENT)) {
        throw new WireException(
            "\"" + PktLineReader.shortened(line) + "\" is no argument of an archive");
      }
      if (arguments.size() == MAX_ARGUMENTS) {
        throw new WireException("More than " + MAX_ARGUMENTS + " arguments are too many");
      }
      arguments.add(line.substring(ARGUMENT.length()));
      kind = reader.next();
    }
    V2Command.expectEnd(kind);
    return arguments;
  }

  private static byte[] toBytes(List<String> arguments) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PktLineWriter writer = new PktLineWriter(bytes);
    for (String argument : arguments) {
      writer.text(ARGUMENT + argument);
    }
    writer.flush();
    writer.drain();
    return bytes.toByteArray();
  }

  /**
   * The checked arguments of {@code git archive --remote}.
   *
   * @param checked options that concern the archive alone, then the tree, then paths
   * @param commit the object that the client named by id and must be allowed to want; null for a
   *     ref
   */
  private record ArchiveArguments(List<String> checked, @Nullable ObjectId commit) {

    private static final Set<String> FORMATS = Set.of("tar", "tgz", "tar.gz", "zip");
    private static final Pattern LEVEL = Pattern.compile("-[0-9]");
    private static final Pattern ID = Pattern.compile("[0-9a-f]{40}");

    /** Checks arguments, and throws a WireException that names one which is not served. */
    static ArchiveArguments parse(List<String> asked, VisibleRefs refs) throws WireException {
      List<String> checked = new ArrayList<>();
      int next = 0;
      while (next < asked.size() && asked.get(next).startsWith("-")) {
        String option = asked.get(next++);
        if (option.equals("--")) {
          break;
        }
        if (option.equals("-l") || option.equals("--list")) {
          return new ArchiveArguments(List.of("--list"), null);
        }
        checked.add(checkOption(option));
      }
      if (next == asked.size()) {
        throw new WireException("The request names nothing to archive");
      }
      Tree tree = tree(asked.get(next++), refs);
      checked.add(tree.expression());
      for (String path : asked.subList(next, asked.size())) {
        if (path.equals("--")) {
          continue;
        }
        if (path.startsWith("-")) {
          throw new WireException("\"" + PktLineReader.shortened(path) + "\" is not a path");
        }
        checked.add(path);
      }
      return new ArchiveArguments(checked, tree.commit());
    }

    private static String checkOption(String option) throws WireException {
      if (option.startsWith("--format=")) {
        String format = option.substring("--format=".length());
        if (FORMATS.contains(format)) {
          return option;
        }
        throw new WireException(
            "Archive format \""
                + PktLineReader.shortened(format)
                + "\" is not served; tar, tgz, tar.gz and zip are");
      }
      if (option.startsWith("--prefix=")
          || option.equals("-v")
          || option.equals("--verbose")
          || LEVEL.matcher(option).matches()) {
        return option;
      }
      throw new WireException(
          "Archive option \"" + PktLineReader.shortened(option) + "\" is not served");
    }

    private record Tree(String expression, @Nullable ObjectId commit) {}

    private static Tree tree(String asked, VisibleRefs refs) throws WireException {
      int colon = asked.indexOf(':');
      String name = colon < 0 ? asked : asked.substring(0, colon);
      String path = colon < 0 ? "" : asked.substring(colon);
      if (ID.matcher(name).matches()) {
        return new Tree(asked, ObjectId.fromString(name));
      }
      if (name.equals("HEAD") && refs.snapshot().head().isPresent()) {
        return new Tree(refs.snapshot().headTarget() + path, null);
      }
      Optional<String> full = refs.expand(name);
      if (full.isEmpty()) {
        throw new WireException("no such ref: " + PktLineReader.shortened(name));
      }
      return new Tree(full.get() + path, null);
    }
  }
}
