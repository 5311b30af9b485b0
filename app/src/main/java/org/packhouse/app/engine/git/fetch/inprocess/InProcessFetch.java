package org.packhouse.app.engine.git.fetch.inprocess;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Collection;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.Semaphore;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.DepthWalk;
import org.eclipse.jgit.revwalk.ObjectWalk;
import org.packhouse.app.engine.git.fetch.CheckedFetch;
import org.packhouse.app.engine.git.fetch.CheckedFetch.Framing;
import org.packhouse.app.engine.git.fetch.FetchEngineSettings;
import org.packhouse.app.engine.git.fetch.FetchProducer;
import org.packhouse.app.engine.git.fetch.FetchRequest;
import org.packhouse.app.engine.git.fetch.NativeFetch;
import org.packhouse.app.engine.git.fetch.Sections;
import org.packhouse.app.engine.git.fetch.inprocess.WorkLimit.OutdatedPacksException;
import org.packhouse.app.engine.git.fetch.inprocess.WorkLimit.TooMuchException;
import org.packhouse.app.platform.throttle.Bucket;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.storage.objects.PackedRepository;
import org.packhouse.app.storage.pack.PackListing;
import org.packhouse.app.storage.refs.RefNames;
import org.packhouse.app.storage.refs.RefSnapshot.Entry;
import org.packhouse.scmcache.PartListener;
import org.packhouse.scmcache.ResponseOutput;
import org.packhouse.scmcache.ResponsePart;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Makes responses by JGit where that is cheaper than a process: fetches of a few commits, clones of
 * all branches, which copy housekeeping's pack, and clones of depth 1, which copy stored objects.
 * Too much work, or a failure before the first byte, is left to native git, so broken repositories
 * are reported in its words. Memory is bounded by the number of responses, the packs' indexes, and
 * the objects of one pack.
 */
@Component
@Order(0)
class InProcessFetch implements FetchProducer {

  private static final Logger LOG = LoggerFactory.getLogger(InProcessFetch.class);

  private static final Set<String> OPTIONS =
      Set.of("thin-pack", "no-progress", "include-tag", "ofs-delta", "sideband-all");

  private static final int MAX_HAVES = 2_000;

  /** One of so many branches may have moved since a clone was told its tips. */
  private static final int BRANCHES_PER_MOVED = 4;

  /** Branches that may have moved in any case. */
  private static final int MOVED_IN_ANY_CASE = 2;

  /** Beside {@link #OPTIONS}, of a clone of depth 1. */
  private static final String DEPTH_ONE = "deepen 1";

  private final PackReaders readers;
  private final NativeFetch nativeGit;
  private final Tickets tickets;
  private final CloneIncrements increments;
  private final TipPacks tips;
  private final InProcessSettings settings;
  private final boolean depthOne;

  /**
   * One at a time, while native git rests: it takes milliseconds at normal priority, ticketless.
   */
  private final Semaphore depthOneAtOnce = new Semaphore(1);

  InProcessFetch(
      PackReaders readers,
      NativeFetch nativeGit,
      Tickets tickets,
      CloneIncrements increments,
      TipPacks tips,
      InProcessSettings settings,
      FetchEngineSettings engine) {
    this.readers = readers;
    this.nativeGit = nativeGit;
    this.tickets = tickets;
    this.increments = increments;
    this.tips = tips;
    this.settings = settings;
    // It looks for no deltas.
    this.depthOne = !engine.deltasForDepthOne();
  }

  @Override
  public boolean suits(CheckedFetch fetch) {
    FetchRequest request = fetch.request();
    if (!request.shallow().isEmpty()) {
      return false;
    }
    if (request.isOfDepthOne()) {
      return suitsInDepthOne(fetch);
    }
    if (!OPTIONS.containsAll(request.options())) {
      return false;
    }
    return request.haves().isEmpty()
        ? wantsNearlyAllBranches(fetch)
        : fetch.framing() == Framing.V2
            && request.haves().size() <= MAX_HAVES
            && request.wants().size() <= settings.commits();
  }

  private boolean suitsInDepthOne(CheckedFetch fetch) {
    return depthOne
        && fetch.framing() == Framing.V2
        && fetch.request().done()
        && fetch.request().wants().size() <= settings.commits()
        && fetch.request().options().stream()
            .allMatch(option -> OPTIONS.contains(option) || option.equals(DEPTH_ONE));
  }

  /** Some may be missing: pushes have moved or created branches since they were advertised. */
  private static boolean wantsNearlyAllBranches(CheckedFetch fetch) {
    int branches = 0;
    int missing = 0;
    for (Entry branch : fetch.refs().snapshot().in(RefNames.HEADS)) {
      branches++;
      if (!fetch.request().wants().contains(branch.id())) {
        missing++;
      }
    }
    return missing <= Math.max(MOVED_IN_ANY_CASE, branches / BRANCHES_PER_MOVED);
  }

  @Override
  public boolean produce(CheckedFetch fetch, ResponseOutput out) throws IOException {
    if (!fetch.request().isOfDepthOne()) {
      return produce(fetch, out, this::makeWhole);
    }
    if (!tips.of(fetch.repositoryId()).isEmpty()) {
      Outcome outcome = attempt(fetch, out, this::makeFromTip);
      if (outcome != Outcome.UNSUITED) {
        return outcome.isMade() ? outcome == Outcome.PACK : nativeGit.produce(fetch, out);
      }
    }
    if (fetch.request().options().contains("ofs-delta")) {
      tips.lacks(fetch);
    }
    if (!tickets.isIdle(Bucket.SCM_HOSTING) || !depthOneAtOnce.tryAcquire()) {
      return nativeGit.produce(fetch, out);
    }
    try {
      return produce(fetch, out, this::makeDepthOne);
    } finally {
      depthOneAtOnce.release();
    }
  }

  private enum Outcome {
    PACK,
    /** A round of a negotiation, or a pack with more than was wanted: not to be cached. */
    NO_PACK,
    NO_PLACE,
    /** Nothing was sent, and this way cannot make the response. */
    UNSUITED;

    boolean isMade() {
      return this == PACK || this == NO_PACK;
    }
  }

  /** Makes a response; returns whether it has a pack that may be cached. */
  @FunctionalInterface
  private interface Maker {
    boolean make(
        CheckedFetch fetch, Collection<Pack> packs, ObjectReader reader, ResponseOutput out)
        throws IOException;
  }

  private boolean produce(CheckedFetch fetch, ResponseOutput out, Maker maker) throws IOException {
    Outcome outcome = attempt(fetch, out, maker);
    return outcome.isMade() ? outcome == Outcome.PACK : nativeGit.produce(fetch, out);
  }

  private Outcome attempt(CheckedFetch fetch, ResponseOutput out, Maker maker) throws IOException {
    Watched response = new Watched(out);
    try (Ticket place = tickets.poll(fetch.ticket().from(Bucket.IN_PROCESS));
        PackedRepository repository = place == null ? null : readers.open(fetch.repositoryId())) {
      if (repository == null) {
        return Outcome.NO_PLACE;
      }
      out.flush();
      return make(fetch, repository, response, maker) ? Outcome.PACK : Outcome.NO_PACK;
    } catch (TooMuchException e) {
      if (response.begun()) {
        throw new IOException("A response cannot be finished: its packs were replaced", e);
      }
      LOG.debug(
          "A fetch of repository {} is answered otherwise: {}",
          fetch.repositoryId(),
          e.getMessage());
    } catch (IOException | RuntimeException e) {
      if (response.begun() || Thread.currentThread().isInterrupted()) {
        throw e;
      }
      LOG.debug("What this process could not answer is answered otherwise", e);
    }
    return Outcome.UNSUITED;
  }

  private boolean make(CheckedFetch fetch, PackedRepository repository, Watched out, Maker maker)
      throws IOException {
    PackListing listed = repository.listPacks();
    try {
      return make(fetch, repository.repository(), listed, out, maker);
    } catch (OutdatedPacksException | FileNotFoundException | NoSuchFileException e) {
      if (out.begun()) {
        throw e;
      }
      repository.forgetPacks();
      PackListing now = repository.listPacks();
      if (now.packs().equals(listed.packs())) {
        throw e;
      }
      return make(fetch, repository.repository(), now, out, maker);
    }
  }

  private boolean make(
      CheckedFetch fetch,
      Repository repository,
      PackListing listed,
      ResponseOutput out,
      Maker maker)
      throws IOException {
    if (listed.bytes() > settings.repositorySize().toBytes()) {
      throw new TooMuchException("packs that are too large");
    }
    try (ObjectReader reader = readers.read(fetch.repositoryId(), repository, listed.packs())) {
      return maker.make(fetch, listed.packs(), reader, out);
    }
  }

  private boolean makeWhole(
      CheckedFetch fetch, Collection<Pack> packs, ObjectReader reader, ResponseOutput out)
      throws IOException {
    try (ObjectWalk walk = new ObjectWalk(reader)) {
      return fetch.request().haves().isEmpty()
          ? makeClone(fetch, packs, walk, out)
          : makeFetch(fetch, packs, walk, out);
    }
  }

  private boolean makeFetch(
      CheckedFetch fetch, Collection<Pack> packs, ObjectWalk walk, ResponseOutput out)
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
      CheckedFetch fetch, Collection<Pack> packs, ObjectWalk walk, ResponseOutput out)
      throws IOException {
    Sections before = new Sections(fetch.request().options().contains("sideband-all"));
    fetch.tellWantedRefs(before).line(fetch.framing() == Framing.V2 ? "packfile" : "NAK");
    try (InProcessPack pack =
        new InProcessPack(fetch, packs, walk, new WorkLimit(settings.objects()))) {
      pack.prepareAll(increments);
      pack.write(
          new PackResponse(out, fetch.framing(), before.toBytes(), wantsProgress(fetch.request())));
    }
    return true;
  }

  private boolean makeDepthOne(
      CheckedFetch fetch, Collection<Pack> packs, ObjectReader reader, ResponseOutput out)
      throws IOException {
    try (DepthWalk.ObjectWalk walk = new DepthWalk.ObjectWalk(reader, 0);
        InProcessPack pack =
            new InProcessPack(fetch, packs, walk, new WorkLimit(settings.objects()))) {
      sendDepthOne(fetch, pack, pack.prepareDepthOne(), out);
    }
    return true;
  }

  private boolean makeFromTip(
      CheckedFetch fetch, Collection<Pack> packs, ObjectReader reader, ResponseOutput out)
      throws IOException {
    for (TipPack tip : tips.of(fetch.repositoryId())) {
      try (ObjectWalk walk = new ObjectWalk(reader);
          InProcessPack pack =
              new InProcessPack(fetch, packs, walk, new WorkLimit(settings.objects()))) {
        SortedSet<ObjectId> commits = pack.prepareDepthOne(tip);
        sendDepthOne(fetch, pack, commits, out);
        tips.served();
        return !pack.givesAwayMore();
      } catch (TooMuchException e) {
        LOG.debug("Of {}: {}", tip.file(), e.getMessage());
      }
    }
    throw new TooMuchException("no tip pack that suits");
  }

  private static void sendDepthOne(
      CheckedFetch fetch, InProcessPack pack, SortedSet<ObjectId> commits, ResponseOutput out)
      throws IOException {
    Sections before = new Sections(fetch.request().options().contains("sideband-all"));
    before.line("shallow-info");
    for (ObjectId commit : commits) {
      before.line("shallow " + commit.name());
    }
    before.delim();
    fetch.tellWantedRefs(before).line("packfile");
    pack.write(
        new PackResponse(out, fetch.framing(), before.toBytes(), wantsProgress(fetch.request())));
  }

  private static boolean wantsProgress(FetchRequest request) {
    return !request.options().contains("no-progress");
  }

  private static final class Watched extends ResponseOutput {

    private final ResponseOutput out;
    private boolean begun;

    Watched(ResponseOutput out) {
      this.out = out;
    }

    boolean begun() {
      return begun;
    }

    @Override
    public void queued(int ahead) throws IOException {
      out.queued(ahead);
    }

    @Override
    public void include(byte[] before, ResponsePart part, PartListener listener)
        throws IOException {
      begun = true;
      out.include(before, part, listener);
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

    @Override
    public void flush() throws IOException {
      out.flush();
    }
  }
}
