package org.packhouse.app.engine.git.fetch.inprocess;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.packhouse.app.engine.git.fetch.CheckedFetch;
import org.packhouse.app.engine.git.fetch.CheckedFetch.Framing;
import org.packhouse.app.engine.git.fetch.FetchProducer;
import org.packhouse.app.engine.git.fetch.FetchRequest;
import org.packhouse.app.engine.git.fetch.NativeFetch;
import org.packhouse.app.engine.git.fetch.inprocess.WorkLimit.OutdatedPacksException;
import org.packhouse.app.engine.git.fetch.inprocess.WorkLimit.TooMuchException;
import org.packhouse.app.platform.throttle.Bucket;
import org.packhouse.app.platform.throttle.BucketLimit;
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
import org.springframework.context.annotation.Bean;
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

  /** Longer than a process start: native git is asked instead. */
  private static final Duration MAX_WAIT = Duration.ofMillis(500);

  /** One of so many branches may have moved since a clone was told its tips. */
  private static final int BRANCHES_PER_MOVED = 4;

  /** Branches that may have moved in any case. */
  private static final int MOVED_IN_ANY_CASE = 2;

  /** Beside {@link #OPTIONS}, of a clone of depth 1. */
  private static final String DEPTH_ONE = "deepen 1";

  private final PackReaders readers;
  private final NativeFetch nativeGit;
  private final Tickets tickets;
  private final TipPacks tips;
  private final InProcessSettings settings;
  private final InProcessResponses responses;

  /** One at a time, while native git rests: each takes milliseconds at normal priority. */
  private final Semaphore depthOneAtOnce = new Semaphore(1);

  InProcessFetch(
      PackReaders readers,
      NativeFetch nativeGit,
      Tickets tickets,
      CloneIncrements increments,
      TipPacks tips,
      InProcessSettings settings) {
    this.readers = readers;
    this.nativeGit = nativeGit;
    this.tickets = tickets;
    this.tips = tips;
    this.settings = settings;
    this.responses = new InProcessResponses(increments, tips, settings);
  }

  @Bean
  static BucketLimit inProcessLimit(InProcessSettings settings) {
    return new BucketLimit(
        Bucket.IN_PROCESS, settings.places(Runtime.getRuntime().maxMemory()), MAX_WAIT);
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
    return fetch.framing() == Framing.V2
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
      return produce(fetch, out, responses::makeWhole);
    }
    if (!tips.of(fetch.repositoryId()).isEmpty()) {
      Outcome outcome = attempt(fetch, out, responses::makeFromTip);
      if (outcome != Outcome.UNSUITED) {
        return outcome.isMade() ? outcome == Outcome.PACK : nativeGit.produce(fetch, out);
      }
    }
    if (fetch.request().options().contains("ofs-delta")) {
      tips.countMiss(fetch);
    }
    if (!tickets.isIdle(Bucket.SCM_HOSTING) || !depthOneAtOnce.tryAcquire()) {
      return nativeGit.produce(fetch, out);
    }
    try {
      return produce(fetch, out, responses::makeDepthOne);
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
    WatchedOutput response = new WatchedOutput(out);
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
          "A fetch of repository {} is not answered in process: {}",
          fetch.repositoryId(),
          e.getMessage());
    } catch (IOException | RuntimeException e) {
      if (response.begun() || Thread.currentThread().isInterrupted()) {
        throw e;
      }
      LOG.debug("A fetch failed in process, before its first byte", e);
    }
    return Outcome.UNSUITED;
  }

  private boolean make(
      CheckedFetch fetch, PackedRepository repository, WatchedOutput out, Maker maker)
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

  /** Output of a response, which knows whether anything was sent. */
  private static final class WatchedOutput extends ResponseOutput {

    private final ResponseOutput out;
    private boolean begun;

    WatchedOutput(ResponseOutput out) {
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
