package org.packhouse.app.engine.git.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.engine.git.advertise.RefFacts;
import org.packhouse.app.engine.git.advertise.VisibleRefs;
import org.packhouse.app.engine.git.fetch.CheckedFetch.Framing;
import org.packhouse.app.engine.git.fetch.FetchEngineSettings.Engine;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.RefSnapshot.Entry;
import org.packhouse.scmcache.ResponseKey;

/**
 * Whatever happens to branches and tags: if two requests have the same key, they must be given the
 * same commits, cut off at the same places, with the same tags. What they must be given is told
 * here by a model of a history that knows nothing of keys.
 */
class FetchKeyPropertyTest {

  private static final int STEPS = 40;
  private static final int REQUESTS = 12;

  private final FetchKeys keys = new FetchKeys(new FetchEngineSettings(Engine.AUTO, false));

  @Property(tries = 200)
  void equalKeysMeanEqualAnswers(@ForAll long seed) {
    Random random = new Random(seed);
    History history = new History(random);
    Map<ResponseKey, Response> responses = new HashMap<>();
    int repeated = 0;
    for (int step = 0; step < STEPS; step++) {
      history.change();
      VisibleRefs refs = history.refs(step);
      for (int i = 0; i < REQUESTS; i++) {
        FetchRequest request = history.request();
        ResponseKey key = keys.key(new CheckedFetch(1, "ada", refs, request, Framing.V2));
        Response response = history.respond(request);
        Response before = responses.putIfAbsent(key, response);
        if (before != null) {
          repeated++;
          assertThat(response).as("%s", request).isEqualTo(before);
        }
      }
    }
    assertThat(repeated).as("Requests whose key came before").isPositive();
  }

  /** Bytes that a client is given. */
  private record Response(Set<ObjectId> commits, Set<ObjectId> boundary, Set<ObjectId> tags) {}

  /** Commits that stay, and refs that move. */
  private static final class History {

    private final Random random;
    private final List<ObjectId> commits = new ArrayList<>();
    private final Map<ObjectId, List<ObjectId>> parents = new HashMap<>();
    private final SortedMap<String, ObjectId> branches = new TreeMap<>();
    private final SortedMap<String, Entry> tags = new TreeMap<>();
    private int tagObjects;

    History(Random random) {
      this.random = random;
      branches.put("refs/heads/main", commit(List.of()));
    }

    private ObjectId commit(List<ObjectId> ofThose) {
      ObjectId id = id(1, commits.size());
      commits.add(id);
      parents.put(id, List.copyOf(ofThose));
      return id;
    }

    private static ObjectId id(int kind, int number) {
      return ObjectId.fromString("%08x%032x".formatted(kind, number + 1));
    }

    /** One thing that people do. */
    void change() {
      String branch = "refs/heads/" + (random.nextInt(3) == 0 ? "main" : "b" + random.nextInt(3));
      String tag = "refs/tags/v" + random.nextInt(3);
      switch (random.nextInt(6)) {
        case 0, 1 ->
            branches.put(branch, commit(List.of(branches.getOrDefault(branch, any(commits)))));
        case 2 -> branches.put(branch, commit(List.of(any(commits), any(commits))));
        case 3 -> branches.put(branch, any(commits));
        case 4 -> tags.put(tag, new Entry(tag, id(2, tagObjects++), any(commits)));
        default -> {
          tags.remove(tag);
          if (!branch.equals("refs/heads/main")) {
            branches.remove(branch);
          }
        }
      }
    }

    VisibleRefs refs(int version) {
      List<Entry> all = new ArrayList<>();
      branches.forEach((name, id) -> all.add(new Entry(name, id, null)));
      all.addAll(tags.values());
      return new VisibleRefs(
          new RefSnapshot(version, "refs/heads/main", all, List.of()), new RefFacts());
    }

    FetchRequest request() {
      TreeSet<ObjectId> wants = new TreeSet<>();
      wants.add(any(branches.values()));
      if (random.nextBoolean()) {
        wants.add(any(branches.values()));
      }
      SortedSet<ObjectId> haves = new TreeSet<>();
      if (random.nextInt(3) == 0) {
        haves.add(any(commits));
      }
      SortedSet<String> options = new TreeSet<>();
      switch (random.nextInt(4)) {
        case 0 -> options.add("deepen " + (1 + random.nextInt(3)));
        case 1 -> options.add("deepen-not " + any(branches.keySet()));
        default -> {}
      }
      if (random.nextBoolean()) {
        options.add("include-tag");
      }
      return new FetchRequest(options, new TreeSet<>(), wants, haves, true);
    }

    Response respond(FetchRequest request) {
      Set<ObjectId> had = closure(request.haves());
      for (String name : request.deepenNot()) {
        had.addAll(closure(List.of(branches.get(name))));
      }
      int depth = Integer.MAX_VALUE;
      for (String option : request.options()) {
        if (option.startsWith("deepen ")) {
          depth = Integer.parseInt(option.substring("deepen ".length()));
        }
      }
      Set<ObjectId> reached = new HashSet<>();
      Set<ObjectId> level = new HashSet<>(request.wants());
      for (int i = 0; i < depth && !level.isEmpty(); i++) {
        reached.addAll(level);
        Set<ObjectId> next = new HashSet<>();
        level.forEach(id -> next.addAll(parents.getOrDefault(id, List.of())));
        next.removeAll(reached);
        level = next;
      }
      reached.removeAll(had);
      Set<ObjectId> boundary = new HashSet<>();
      for (ObjectId id : reached) {
        if (!reached.containsAll(parents.getOrDefault(id, List.of()))) {
          boundary.add(id);
        }
      }
      Set<ObjectId> included = new HashSet<>();
      if (request.options().contains("include-tag")) {
        tags.values().stream()
            .filter(tag -> tag.peeled() != null && reached.contains(tag.peeled()))
            .forEach(tag -> included.add(tag.id()));
      }
      return new Response(reached, boundary, included);
    }

    private Set<ObjectId> closure(Collection<ObjectId> from) {
      Set<ObjectId> reached = new HashSet<>();
      List<ObjectId> waiting = new ArrayList<>(from);
      while (!waiting.isEmpty()) {
        ObjectId id = waiting.removeLast();
        if (reached.add(id)) {
          waiting.addAll(parents.getOrDefault(id, List.of()));
        }
      }
      return reached;
    }

    private <T> T any(Collection<T> of) {
      return List.copyOf(of).get(random.nextInt(of.size()));
    }
  }
}
