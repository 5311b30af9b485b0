package org.packhouse.lab.data;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Makes the repository of a plan, the same each time, of the size that it is to have. */
final class GeneratedRepository {

  private static final int BUFFER = 1 << 16;
  private static final int ATTEMPTS = 4;

  /** What a letter takes in a pack. */
  private static final double LETTER = 0.76;

  /** What a commit takes in a pack besides the content of its files, in bytes. */
  private static final int COMMIT = 400;

  private static final double WITHIN = 0.08;

  private final RepositoryPlan plan;
  private final History history;

  GeneratedRepository(RepositoryPlan plan) {
    this.plan = plan;
    this.history = History.of(plan);
  }

  /** Makes it in that directory, which must not exist. */
  void make(Path directory) throws IOException {
    double content = Math.max(plan.bytes() - (double) COMMIT * plan.commits(), 1) / LETTER;
    double letter = LETTER;
    double contentBefore = 0;
    long sizeBefore = 0;
    long size = 0;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Directories.delete(directory);
      write(directory, (long) content);
      size = packed(directory);
      double off = size - plan.bytes();
      if (Math.abs(off) <= WITHIN * plan.bytes()) {
        return;
      }
      if (attempt > 0 && size != sizeBefore) {
        letter = Math.clamp((size - sizeBefore) / (content - contentBefore), LETTER / 4, 4);
      }
      contentBefore = content;
      sizeBefore = size;
      content = Math.clamp(content - off / letter, content / 4, content * 4);
    }
    throw new IOException(
        "The repository %s cannot have %d bytes with %d commits, %d files and %d tags: it has %d"
            .formatted(plan.name(), plan.bytes(), plan.commits(), plan.files(), plan.tags(), size));
  }

  private void write(Path directory, long content) throws IOException {
    new GitCommand(directory, List.of("init", "-q", "--bare", "-b", "main", directory.toString()))
        .succeed();
    Path marks = directory.resolve("marks");
    GitCommand.in(
            directory,
            "-c",
            "fastimport.unpackLimit=1",
            "fast-import",
            "--quiet",
            "--done",
            "--export-marks=" + marks)
        .succeed(out -> {
          OutputStream buffered = new BufferedOutputStream(out, BUFFER);
          new FastImport(plan, history, buffered).write(content);
          buffered.flush();
        });
    GitCommand.in(directory, "pack-refs", "--all").succeed();
    writeRefs(directory, marks);
    Files.delete(marks);
    Packing.pack(directory);
  }

  private void writeRefs(Path directory, Path marks) throws IOException {
    Map<Integer, String> ids = commits(marks);
    Map<String, String> refs = new TreeMap<>();
    refs.put("refs/heads/main", ids.get(mark(history.trunkTip())) + "");
    for (int i = 0; i < history.branchTips().size(); i++) {
      String name = "refs/heads/feature/team-%02d/topic-%05d".formatted(i % 20, i);
      refs.put(name, ids.get(mark(history.branchTips().get(i))) + "");
    }
    for (int tag = 0; tag < plan.tags(); tag += 2) {
      String name = "refs/tags/" + FastImport.tagName(tag);
      refs.put(name, ids.get(mark(history.tagged(tag))) + "");
    }
    PackedRefs.addTo(directory, refs);
  }

  private int mark(int commit) {
    return FastImport.mark(plan, history, commit);
  }

  private static Map<Integer, String> commits(Path marks) throws IOException {
    Map<Integer, String> ids = new HashMap<>();
    for (String line : Files.readAllLines(marks, StandardCharsets.US_ASCII)) {
      int space = line.indexOf(' ');
      ids.put(Integer.parseInt(line.substring(1, space)), line.substring(space + 1));
    }
    return ids;
  }

  private static long packed(Path directory) throws IOException {
    List<Path> packs = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory.resolve("objects/pack"))) {
      files.filter(it -> it.toString().endsWith(".pack")).forEach(packs::add);
    }
    long size = 0;
    for (Path pack : packs) {
      size += Files.size(pack);
    }
    return size;
  }
}
