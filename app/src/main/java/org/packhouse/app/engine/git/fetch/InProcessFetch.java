package org.packhouse.app.engine.git.fetch;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collection;
import java.util.Set;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.ObjectWalk;
import org.packhouse.app.engine.git.fetch.CheckedFetch.Framing;
import org.packhouse.app.engine.git.fetch.WorkLimit.TooMuchException;
import org.packhouse.app.platform.throttle.Bucket;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.refs.RefNames;
import org.packhouse.app.storage.refs.RefSnapshot.Entry;
import org.packhouse.scmcache.ResponseOutput;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Makes answers in this process, by JGit: fetches of a few commits, for which the start of a
 * program costs more than the work, and clones of all branches, for which the pack that
 * housekeeping has made goes out as it is.
 *
 * <p>What turns out to be too much work, or fails before a byte of the response has left, is left
 * to native git: so a repository that only one of the two can read is served all the same, and one
 * that is broken is told of in native git's words. Memory is bounded by the number of responses
 * that are made at once, the size of the repositories, whose indexes are in the heap, and the
 * objects of one pack.
 */
@Component
@Order(0)
class InProcessFetch implements FetchProducer {

  private static final Logger LOG = LoggerFactory.getLogger(InProcessFetch.class);

  private static final Set<String> OPTIONS =
      Set.of("thin-pack", "no-progress", "include-tag", "ofs-delta", "sideband-all");

  private static final int MAX_HAVES = 2_000;

  private final RepositoryDirectories directories;
  private final NativeFetch nativeGit;
  private final Tickets tickets;
  private final InProcessSettings settings;

  InProcessFetch(
      RepositoryDirectories directories,
      NativeFetch nativeGit,
      Tickets tickets,
      InProcessSettings settings) {
    this.directories = directories;
    this.nativeGit = nativeGit;
    this.tickets = tickets;
    this.settings = settings;
  }

  @Override
  public boolean suits(CheckedFetch fetch) {
    FetchRequest request = fetch.request();
    if (!request.shallow().isEmpty() || !OPTIONS.containsAll(request.options())) {
      return false;
    }
    return request.haves().isEmpty()
        ? wantsAllBranches(fetch)
        : fetch.framing() == Framing.V2
            && request.haves().size() <= MAX_HAVES
            && request.wants().size() <= settings.commits();
  }

  private static boolean wantsAllBranches(CheckedFetch fetch) {
    for (Entry branch : fetch.refs().snapshot().in(RefNames.HEADS)) {
      if (!fetch.request().wants().contains(branch.id())) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean produce(CheckedFetch fetch, ResponseOutput out) throws IOException {
    Watched response = new Watched(out);
    try (Ticket place = tickets.poll(fetch.ticket().from(Bucket.IN_PROCESS))) {
      if (place != null) {
        out.flush();
        return make(fetch, response);
      }
    } catch (TooMuchException e) {
      LOG.debug("Native git answers a fetch of repository {}", fetch.repositoryId());
    } catch (IOException | RuntimeException e) {
      if (response.begun() || Thread.currentThread().isInterrupted()) {
        throw e;
      }
      LOG.debug("Native git is asked to answer what this process could not", e);
    }
    return nativeGit.produce(fetch, out);
  }

  private boolean make(CheckedFetch fetch, OutputStream out) throws IOException {
    try (Repository repository = directories.open(fetch.repositoryId())) {
      Collection<Pack> packs = packs(repository);
      try (ObjectReader reader = repository.newObjectReader();
          ObjectWalk walk = new ObjectWalk(reader)) {
        return fetch.request().haves().isEmpty()
            ? makeClone(fetch, packs, walk, out)
            : makeFetch(fetch, packs, walk, out);
      }
    }
  }

  private Collection<Pack> packs(Repository repository) {
    if (!(repository.getObjectDatabase() instanceof ObjectDirectory objects)) {
      throw new TooMuchException();
    }
    Collection<Pack> packs = objects.getPacks();
    long left = settings.repositorySize().toBytes();
    for (Pack pack : packs) {
      left -= pack.getPackFile().length();
    }
    if (left < 0) {
      throw new TooMuchException();
    }
    return packs;
  }

  private boolean makeFetch(
      CheckedFetch fetch, Collection<Pack> packs, ObjectWalk walk, OutputStream out)
      throws IOException {
    FetchRequest request = fetch.request();
    Negotiation negotiation = new Negotiation(walk, new WorkLimit(settings.commits()));
    negotiation.hear(request.haves());
    Sections before = new Sections(request.options().contains("sideband-all"));
    if (!request.done() && !acknowledge(request, negotiation, before)) {
      out.write(before.toBytes());
      out.flush();
      return false;
    }
    negotiation.countNew(request.wants());
    fetch.tellWantedRefs(before).line("packfile");
    try (InProcessPack pack =
        new InProcessPack(fetch, packs, walk, new WorkLimit(settings.objects()))) {
      pack.prepareWithout(Set.copyOf(negotiation.common()));
      pack.write(new PackResponse(out, fetch.framing(), before.toBytes(), wantsProgress(request)));
    }
    return true;
  }

  private static boolean acknowledge(FetchRequest request, Negotiation negotiation, Sections before)
      throws IOException {
    before.line("acknowledgments");
    if (negotiation.common().isEmpty()) {
      before.line("NAK");
    }
    for (ObjectId id : negotiation.common()) {
      before.line("ACK " + id.name());
    }
    if (!negotiation.isEnough(request.wants())) {
      before.flush();
      return false;
    }
    before.line("ready");
    before.delim();
    return true;
  }

  private boolean makeClone(
      CheckedFetch fetch, Collection<Pack> packs, ObjectWalk walk, OutputStream out)
      throws IOException {
    Sections before = new Sections(fetch.request().options().contains("sideband-all"));
    fetch.tellWantedRefs(before).line(fetch.framing() == Framing.V2 ? "packfile" : "NAK");
    try (InProcessPack pack =
        new InProcessPack(fetch, packs, walk, new WorkLimit(settings.objects()))) {
      pack.prepareAll();
      pack.write(
          new PackResponse(out, fetch.framing(), before.toBytes(), wantsProgress(fetch.request())));
    }
    return true;
  }

  private static boolean wantsProgress(FetchRequest request) {
    return !request.options().contains("no-progress");
  }

  /** Knows whether something was written. */
  private static final class Watched extends FilterOutputStream {

    private boolean begun;

    Watched(OutputStream out) {
      super(out);
    }

    boolean begun() {
      return begun;
    }

    @Override
    public void write(int value) throws IOException {
      begun = true;
      out.write(value);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      begun = true;
      out.write(bytes, offset, length);
    }
  }
}
