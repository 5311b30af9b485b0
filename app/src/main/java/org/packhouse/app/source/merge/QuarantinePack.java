package org.packhouse.app.source.merge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.packhouse.app.storage.objects.Quarantine;

/** Packs the loose objects of a quarantine: only packs are moved into the repository. */
final class QuarantinePack {

  private QuarantinePack() {}

  /** Packs the loose objects {@code without} temporary ones. */
  static void fill(
      ObjectInserter pack, Quarantine quarantine, ObjectReader reader, Set<ObjectId> without)
      throws IOException {
    for (ObjectId id : loose(quarantine.objectDirectory())) {
      if (without.contains(id)) {
        continue;
      }
      ObjectLoader object = reader.open(id);
      if (object.isLarge()) {
        try (var stream = object.openStream()) {
          pack.insert(object.getType(), object.getSize(), stream);
        }
      } else {
        pack.insert(object.getType(), object.getCachedBytes());
      }
    }
  }

  private static List<ObjectId> loose(Path objects) throws IOException {
    List<ObjectId> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(objects, 2)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Path relative = objects.relativize(file);
        String name = relative.toString().replace("/", "");
        if (relative.getNameCount() == 2 && ObjectId.isId(name)) {
          found.add(ObjectId.fromString(name));
        }
      }
    }
    return found;
  }
}
