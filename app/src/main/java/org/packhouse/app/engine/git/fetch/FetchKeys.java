package org.packhouse.app.engine.git.fetch;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.engine.git.advertise.RefFacts;
import org.packhouse.app.engine.git.advertise.VisibleRefs;
import org.packhouse.scmcache.ResponseKey;
import org.packhouse.scmcache.ResponseKey.Admission;
import org.springframework.stereotype.Component;

/**
 * Names the responses of fetches. Two requests have the same key if, and only if, the same response
 * is right for both: the key holds all that changes the response, and neither the caller, the
 * client nor the order, but for the wants of a filtered request.
 *
 * <p>Object ids mean the same for ever. Names in {@code deepen-not} and {@code want-ref} are keyed
 * with their targets, and {@code include-tag}, by which git adds every annotated tag of what it
 * sends, with a digest of all such tags. So a push to another branch changes no key but that of a
 * clone of all branches: such responses are a series, of which the cache keeps few.
 */
@Component
public class FetchKeys {

  /** Another number voids what other versions of the server have stored. */
  private static final String FORMAT = "1";

  private static final byte[] LINE_END = {'\n'};

  private final String engine;

  FetchKeys(FetchEngineSettings settings) {
    engine = settings.engine().name().toLowerCase(Locale.ROOT);
  }

  ResponseKey.Request asked(CheckedFetch fetch, Set<ObjectId> tips) {
    FetchRequest request = fetch.request();
    boolean clone =
        request.haves().isEmpty()
            && request.shallow().isEmpty()
            && tips.containsAll(request.wants());
    return new ResponseKey.Request(
        key(fetch),
        request.wants().stream().map(ObjectId::name).toList(),
        clone ? Admission.AT_ONCE : Admission.WHEN_ASKED_AGAIN,
        clone && wantsAllBranches(fetch) ? series(fetch) : null);
  }

  /** Returns whether nobody repeats these wants once a branch has moved. */
  private static boolean wantsAllBranches(CheckedFetch fetch) {
    Set<ObjectId> wants = fetch.request().wants();
    return wants.size() > 1
        && fetch.refs().snapshot().in(Constants.R_HEADS).stream()
            .allMatch(branch -> wants.contains(branch.id()));
  }

  /** Names the responses to the same request at different times. */
  private ResponseKey series(CheckedFetch fetch) {
    MessageDigest digest = RefFacts.sha256();
    line(digest, "series " + FORMAT + " " + engine + " sha1 " + fetch.framing());
    fetch.request().options().forEach(option -> line(digest, option));
    fetch.wantedRefs().keySet().forEach(name -> line(digest, "want-ref " + name));
    return new ResponseKey(fetch.repositoryId(), HexFormat.of().formatHex(digest.digest()));
  }

  ResponseKey key(CheckedFetch fetch) {
    MessageDigest digest = RefFacts.sha256();
    FetchRequest request = fetch.request();
    line(digest, "fetch " + FORMAT + " " + engine + " sha1 " + fetch.framing());
    for (String option : request.options()) {
      line(digest, option + resolved(option, fetch.refs()));
    }
    ids(digest, "shallow", request.shallow());
    ids(digest, "want", request.wants());
    fetch.wantedRefs().forEach((name, id) -> line(digest, "want-ref " + id.name() + " " + name));
    ids(digest, "have", request.haves());
    line(digest, request.done() ? "done" : "more");
    return new ResponseKey(fetch.repositoryId(), HexFormat.of().formatHex(digest.digest()));
  }

  /** Names a cache entry that is no response. */
  public static ResponseKey named(long repositoryId, String name) {
    MessageDigest digest = RefFacts.sha256();
    line(digest, name);
    return new ResponseKey(repositoryId, HexFormat.of().formatHex(digest.digest()));
  }

  /** Returns whether the response depends on refs beside the wants. */
  static boolean dependsOnRefs(FetchRequest request) {
    return request.options().contains("include-tag") || !request.deepenNot().isEmpty();
  }

  private String resolved(String option, VisibleRefs refs) {
    if (option.equals("include-tag")) {
      return " " + refs.facts().tagDigest(refs.snapshot());
    }
    if (option.startsWith("deepen-not ")) {
      String name = option.substring("deepen-not ".length());
      return " " + refs.find(name).map(entry -> entry.id().name()).orElse("-");
    }
    return "";
  }

  private static void ids(MessageDigest digest, String keyword, Collection<ObjectId> ids) {
    line(digest, keyword + " " + ids.size());
    byte[] id = new byte[Constants.OBJECT_ID_LENGTH];
    for (ObjectId each : ids) {
      each.copyRawTo(id, 0);
      digest.update(id);
    }
  }

  private static void line(MessageDigest digest, String text) {
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    digest.update(LINE_END);
  }
}
