package org.packhouse.app.source.browse;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.eclipse.jgit.errors.ConfigInvalidException;
import org.eclipse.jgit.lib.Config;
import org.packhouse.app.storage.content.Blobs;
import org.packhouse.app.storage.content.FileContent;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreeEntry;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.content.Trees;
import org.springframework.stereotype.Component;

/** Reads {@code .gitmodules}. */
@Component
public class Submodules {

  private static final int MAX_SIZE = 256 << 10;
  private static final String SECTION = "submodule";

  private final Trees trees;
  private final Blobs blobs;

  Submodules(Trees trees, Blobs blobs) {
    this.trees = trees;
    this.blobs = blobs;
  }

  /** Returns URLs by path as written in {@code .gitmodules}; empty if that is malformed. */
  public Map<String, String> urls(OpenRepository open, String commit) throws IOException {
    Map<String, String> urls = new TreeMap<>();
    Optional<TreeEntry> file = trees.find(open, commit, TreePath.of(".gitmodules"));
    if (file.isEmpty()
        || !file.get().isFile()
        || !(blobs.read(open, file.get().id(), MAX_SIZE) instanceof FileContent.Text text)) {
      return urls;
    }
    Config config = new Config();
    try {
      config.fromText(text.joined());
    } catch (ConfigInvalidException e) {
      return urls;
    }
    for (String name : config.getSubsections(SECTION)) {
      String path = config.getString(SECTION, name, "path");
      String url = config.getString(SECTION, name, "url");
      if (path != null && url != null) {
        urls.put(path, url);
      }
    }
    return urls;
  }
}
