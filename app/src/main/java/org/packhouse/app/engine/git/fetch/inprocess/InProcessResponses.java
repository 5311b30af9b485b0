package org.packhouse.app.engine.git.fetch.inprocess;

import java.io.IOException;
import java.util.Collection;
import java.util.Set;
import java.util.SortedSet;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.DepthWalk;
import org.eclipse.jgit.revwalk.ObjectWalk;
import org.packhouse.app.engine.git.fetch.CheckedFetch;
import org.packhouse.app.engine.git.fetch.CheckedFetch.Framing;
import org.packhouse.app.engine.git.fetch.FetchRequest;
import org.packhouse.app.engine.git.fetch.Sections;
import org.packhouse.app.engine.git.fetch.inprocess.WorkLimit.TooMuchException;
import org.packhouse.scmcache.ResponseOutput;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes responses in this process: sections, and the pack that JGit makes. Throws a {@link
 * TooMuchException} before the first byte where native git is to do it.
 */
final class InProcessResponses {

  private static final Logger LOG = LoggerFactory.getLogger(InProcessResponses.class);

  private final CloneIncrements increments;
  private final TipPacks tips;
  private final InProcessSettings settings;

  InProcessResponses(CloneIncrements increments, TipPacks tips, InProcessSettings settings) {
    this.increments = increments;
    this.tips = tips;
    this.settings = settings;
  }

  /** Makes a clone or fetch with history; false for a round of a negotiation. */
  boolean makeWhole(
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

  /** Copies the objects of single commits. */
  boolean makeDepthOne(
      CheckedFetch fetch, Collection<Pack> packs, ObjectReader reader, ResponseOutput out)
      throws IOException {
    try (DepthWalk.ObjectWalk walk = new DepthWalk.ObjectWalk(reader, 0);
        InProcessPack pack =
            new InProcessPack(fetch, packs, walk, new WorkLimit(settings.objects()))) {
      sendDepthOne(fetch, pack, pack.prepareDepthOne(), out);
    }
    return true;
  }

  /** Sends a tip pack and what it lacks; returns whether the response may be cached. */
  boolean makeFromTip(
      CheckedFetch fetch, Collection<Pack> packs, ObjectReader reader, ResponseOutput out)
      throws IOException {
    for (TipPack tip : tips.of(fetch.repositoryId())) {
      try (ObjectWalk walk = new ObjectWalk(reader);
          InProcessPack pack =
              new InProcessPack(fetch, packs, walk, new WorkLimit(settings.objects()))) {
        SortedSet<ObjectId> commits = pack.prepareDepthOne(tip);
        sendDepthOne(fetch, pack, commits, out);
        tips.countHit();
        return !pack.hasUnwantedObjects();
      } catch (TooMuchException e) {
        LOG.debug("The tip pack {} does not suit a clone: {}", tip.file(), e.getMessage());
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
}
