package org.packhouse.app.web.diff;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tree of changed files; a directory with only another one in it is joined with it. */
record DiffTree(String name, List<DiffTree> directories, List<DiffFile> files) {

  private static final int MAX_DEPTH = 12;

  static DiffTree of(List<DiffFile> files) {
    Node root = new Node();
    for (DiffFile file : files) {
      String[] names = file.display().split("/", MAX_DEPTH);
      Node node = root;
      for (int i = 0; i < names.length - 1; i++) {
        node = node.directories.computeIfAbsent(names[i], _ -> new Node());
      }
      node.files.add(file);
    }
    return root.tree("");
  }

  private static final class Node {
    private final Map<String, Node> directories = new LinkedHashMap<>();
    private final List<DiffFile> files = new ArrayList<>();

    DiffTree tree(String name) {
      if (!name.isEmpty() && files.isEmpty() && directories.size() == 1) {
        Map.Entry<String, Node> only = directories.entrySet().iterator().next();
        return only.getValue().tree(name + "/" + only.getKey());
      }
      return new DiffTree(
          name,
          directories.entrySet().stream()
              .map(entry -> entry.getValue().tree(entry.getKey()))
              .toList(),
          List.copyOf(files));
    }
  }
}
