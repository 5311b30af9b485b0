package org.packhouse.app.review.pullrequest.owners;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.review.pullrequest.comment.CommitFiles;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreeEntry;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.stereotype.Component;

/** Reads the {@code CODEOWNERS} files of commits. Rules are cached by the ids of the blobs. */
@Component
class CodeOwnersFiles {

  private static final List<TreePath> PLACES =
      List.of(
          TreePath.of(".bitbucket/CODEOWNERS"),
          TreePath.of("CODEOWNERS"),
          TreePath.of(".github/CODEOWNERS"),
          TreePath.of("docs/CODEOWNERS"));

  private static final int MAX_BYTES = 1 << 18;
  private static final int MAX_REMEMBERED = 100_000;

  private final CommitFiles files;
  private final Cache<String, CodeOwnersFile> remembered;

  CodeOwnersFiles(CommitFiles files, Caches caches) {
    this.files = files;
    remembered =
        caches.build(
            "code-owners",
            "Rules of CODEOWNERS files",
            Caffeine.newBuilder()
                .maximumWeight(MAX_REMEMBERED)
                .weigher((String _, CodeOwnersFile file) -> file.weight()));
  }

  CodeOwnersFile of(OpenRepository open, String commit) throws IOException {
    for (TreePath place : PLACES) {
      Optional<TreeEntry> entry = files.find(open, commit, place);
      if (entry.isPresent()) {
        String id = entry.get().id();
        return Caches.get(remembered, id, () -> read(open, id));
      }
    }
    return CodeOwnersFile.NONE;
  }

  private CodeOwnersFile read(OpenRepository open, String id) throws IOException {
    return files
        .bytes(open, id, MAX_BYTES)
        .map(bytes -> CodeOwnersFile.parse(new String(bytes, StandardCharsets.UTF_8)))
        .orElse(CodeOwnersFile.TOO_LARGE);
  }
}
