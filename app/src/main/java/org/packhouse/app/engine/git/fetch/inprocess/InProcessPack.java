package org.packhouse.app.engine.git.fetch.inprocess;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.internal.storage.pack.PackWriter;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.ObjectWalk;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevTag;
import org.eclipse.jgit.revwalk.filter.RevFilter;
import org.eclipse.jgit.storage.pack.PackConfig;
import org.eclipse.jgit.storage.pack.PackStatistics;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.fetch.CheckedFetch;
import org.packhouse.app.engine.git.fetch.inprocess.WorkLimit.OutdatedPacksException;
import org.packhouse.app.engine.git.fetch.inprocess.WorkLimit.TooMuchException;
import org.packhouse.app.storage.refs.RefNames;
import org.packhouse.app.storage.refs.RefSnapshot.Entry;

/** The pack of one response: objects one by one, or a pack on disk and a few objects behind it. */
final class InProcessPack implements AutoCloseable {

  private static final PackConfig CONFIG = config();

  /** For objects that are copied as stored: searching deltas would take most of the time. */
  private static final PackConfig WITHOUT_DELTAS = withoutDeltas();

  private final CheckedFetch fetch;
  private final Collection<Pack> packs;
  private final ObjectWalk walk;
  private final WorkLimit limit;
  private final PackWriter writer;
  private @Nullable StoredPack stored;
  private PackedObjects packed = PackedObjects.NONE;

  /** Receives the written objects; null: nobody caches them. */
  private @Nullable Consumer<PackedObjects> written;

  private boolean hasUnwantedObjects;

  InProcessPack(CheckedFetch fetch, Collection<Pack> packs, ObjectWalk walk, WorkLimit limit) {
    this.fetch = fetch;
    this.packs = packs;
    this.walk = walk;
    this.limit = limit;
    this.writer =
        new PackWriter(
            fetch.request().isOfDepthOne() ? WITHOUT_DELTAS : CONFIG, walk.getObjectReader());
    writer.setIndexDisabled(true);
    writer.setUseCachedPacks(false);
    writer.setUseBitmaps(true);
    writer.setReuseValidatingObjects(false);
    writer.setThin(has("thin-pack"));
    writer.setDeltaBaseAsOffset(has("ofs-delta"));
  }

  private static PackConfig config() {
    PackConfig config = new PackConfig();
    config.setThreads(1);
    config.setDeltaCacheSize(4 * 1024 * 1024);
    config.setDeltaSearchMemoryLimit(16 * 1024 * 1024);
    config.setBigFileThreshold(1024 * 1024);
    config.setWaitPreventRacyPack(false);
    return config;
  }

  private static PackConfig withoutDeltas() {
    PackConfig config = config();
    config.setDeltaCompress(false);
    return config;
  }

  /** Finds objects reached from the wants and not from common commits. */
  void prepareWithout(Set<ObjectId> common) throws IOException {
    walk.reset();
    walk.setRevFilter(RevFilter.ALL);
    writer.preparePack(limit, walk, fetch.request().wants(), common, Set.of());
    addTagsOfWhatIsSent();
  }

  /**
   * Finds the wanted commits with their trees and files, by a walk of depth 0, and returns them:
   * the client's history ends there, as native git has it of root commits as well.
   *
   * @throws TooMuchException if anything but commits and tags of commits is wanted
   */
  SortedSet<ObjectId> prepareDepthOne() throws IOException {
    SortedSet<ObjectId> commits = ids(wantedCommits());
    writer.setUseBitmaps(false);
    writer.setShallowPack(1, Set.of());
    writer.preparePack(limit, walk, fetch.request().wants(), Set.of(), Set.of());
    addTagsOfWhatIsSent();
    return commits;
  }

  /** Finds what the wanted commits have that a tip pack lacks; returns those commits. */
  SortedSet<ObjectId> prepareDepthOne(TipPack tip) throws IOException {
    requireOffsets();
    Collection<RevCommit> commits = wantedCommits();
    TipDifference difference = new TipDifference(fetch, walk, tip);
    List<RevObject> rest = difference.find(commits);
    hasUnwantedObjects = difference.isReachedByRefAlone();
    stored = new StoredPack(tip.pack(), fetch.repositoryId(), false);
    writer.setUseBitmaps(false);
    writer.preparePack(rest.iterator());
    for (ObjectId want : fetch.request().wants()) {
      addTag(want);
    }
    addTagsOfWhatIsSent();
    return ids(commits);
  }

  /**
   * Returns whether the pack has unwanted objects. They may be read now, but not after a forced
   * push, which nobody checks for in a cached response.
   */
  boolean hasUnwantedObjects() {
    return hasUnwantedObjects;
  }

  private Collection<RevCommit> wantedCommits() throws IOException {
    Map<ObjectId, RevCommit> commits = new LinkedHashMap<>();
    for (ObjectId want : fetch.request().wants()) {
      if (!(walk.peel(walk.parseAny(want)) instanceof RevCommit commit)) {
        throw new TooMuchException("something else than commits at depth 1");
      }
      commits.put(commit, commit);
    }
    return commits.values();
  }

  private static SortedSet<ObjectId> ids(Collection<RevCommit> commits) {
    SortedSet<ObjectId> ids = new TreeSet<>();
    commits.forEach(commit -> ids.add(commit.copy()));
    return ids;
  }

  private void addTagsOfWhatIsSent() throws IOException {
    if (has("include-tag")) {
      for (Entry tag : tags()) {
        if (tag.peeled() != null && writer.willInclude(tag.peeled())) {
          addTag(tag.id());
        }
      }
    }
  }

  private void addTag(ObjectId id) throws IOException {
    RevObject object = walk.parseAny(id);
    while (object instanceof RevTag tag) {
      if (!writer.willInclude(tag)) {
        writer.addObject(tag);
      }
      object = walk.parseAny(tag.getObject());
    }
  }

  /** Finds all that is wanted, which must be all of the bitmapped pack, and little else. */
  void prepareAll(CloneIncrements increments) throws IOException {
    requireOffsets();
    BitmappedPack base = BitmappedPack.latestOf(packs);
    if (base == null) {
      throw new OutdatedPacksException("no bitmap");
    }
    CloneIncrement increment =
        increments.find(fetch.repositoryId(), base, fetch.request().wants(), walk, limit);
    limit.update(increment.objects().size());
    packed = increment.packed();
    List<RevObject> rest = new ArrayList<>();
    increment.unpacked().forEach((id, type) -> rest.add(walk.lookupAny(id, type)));
    if (has("include-tag")) {
      addTagsOfWhatIsSent(base.pack(), increment, rest);
    }
    if (!rest.isEmpty() && rest.size() == increment.unpacked().size()) {
      written = all -> increments.remember(fetch.repositoryId(), base.pack(), increment, all);
    }
    stored = new StoredPack(base.pack(), fetch.repositoryId(), true);
    writer.preparePack(rest.iterator());
  }

  private void addTagsOfWhatIsSent(Pack pack, CloneIncrement increment, List<RevObject> rest)
      throws IOException {
    Set<ObjectId> added = new HashSet<>();
    for (Entry tag : tags()) {
      if (tag.peeled() == null || !isIn(pack, increment, tag.peeled())) {
        continue;
      }
      ObjectId id = tag.id();
      while (!isIn(pack, increment, id) && walk.parseAny(id) instanceof RevTag object) {
        if (added.add(id)) {
          rest.add(object);
        }
        id = object.getObject().copy();
      }
    }
  }

  private static boolean isIn(Pack pack, CloneIncrement increment, ObjectId id) throws IOException {
    return increment.objects().contains(id) || pack.hasObject(id);
  }

  /** A copied pack has deltas with offsets to their bases. */
  private void requireOffsets() {
    if (!has("ofs-delta")) {
      throw new TooMuchException("deltas of a kind that the client does not know");
    }
  }

  void write(PackResponse response) throws IOException {
    long reused = (stored == null ? 0 : stored.objects()) + packed.count();
    long objects = reused + writer.getObjectCount();
    response.tell("Enumerating objects: " + objects + ", done.\n");
    try {
      writeObjects(response);
    } catch (IOException | RuntimeException e) {
      if (response.begun()) {
        response.fail("aborting due to possible repository corruption on the remote side.");
      }
      throw e;
    }
    PackStatistics statistics = writer.getStatistics();
    response.tell(
        "Total %d (delta %d), reused %d (delta %d), pack-reused %d\n"
            .formatted(
                objects,
                packed.deltas() + statistics.getTotalDeltas(),
                statistics.getReusedObjects(),
                statistics.getReusedDeltas(),
                reused));
    response.finish();
  }

  private void writeObjects(PackResponse response) throws IOException {
    WorkLimit unlimited = new WorkLimit(Integer.MAX_VALUE);
    if (stored == null) {
      writer.writePack(unlimited, unlimited, response);
      return;
    }
    int count = (int) writer.getObjectCount();
    if (count + packed.count() == 0) {
      stored.send(response);
      return;
    }
    stored.send(
        response,
        count + packed.count(),
        rest -> {
          packed.writeTo(rest);
          if (count > 0) {
            PackedObjects.Gathering gathering =
                new PackedObjects.Gathering(rest, PackedObjects.MAX_LENGTH - packed.length());
            writer.writePack(
                unlimited, unlimited, StoredPack.bodyOf(written == null ? rest : gathering));
            tellWritten(gathering, count);
          }
        });
  }

  private void tellWritten(PackedObjects.Gathering gathering, int count) {
    if (written != null && gathering.isWhole()) {
      int deltas = (int) writer.getStatistics().getTotalDeltas();
      written.accept(packed.with(gathering, count, deltas));
    }
  }

  private List<Entry> tags() {
    return fetch.refs().snapshot().in(RefNames.TAGS);
  }

  private boolean has(String option) {
    return fetch.request().options().contains(option);
  }

  @Override
  public void close() throws IOException {
    writer.close();
    if (stored != null) {
      stored.close();
    }
  }
}
