package org.packhouse.app.review.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.TreeFormatter;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.testing.GitFixture;

/**
 * Commits, trees and tags as no program of today writes them, but git reads them: written straight
 * into a repository on disk, for a push would be refused with many of them.
 */
final class OddObjects implements AutoCloseable {

  /** Idents of authors and committers; the name of each says what is odd. */
  static final Map<String, String> IDENTS = idents();

  private static final String PLAIN = "A U Thor <author@example.org> 1750000000 +0200";
  private static final int MEGABYTE = 1 << 20;

  /** More than a template can put together by itself. */
  private static final int LONG = 120_000;

  private static final int MANY_PARENTS = 10_000;

  private final FileRepository git;
  private final ObjectInserter inserter;
  private final StringBuilder lines = new StringBuilder();
  private final Map<String, ObjectId> files = new LinkedHashMap<>();
  private final Map<String, ObjectId> commits = new LinkedHashMap<>();
  private final Map<String, ObjectId> tags = new LinkedHashMap<>();
  private ObjectId tip;

  /** Begins behind a commit of a repository. */
  OddObjects(GitFixture bare, String tip) throws IOException {
    this.git = new FileRepository(bare.directory().toFile());
    this.inserter = git.getObjectDatabase().newPackInserter();
    this.tip = ObjectId.fromString(tip);
  }

  private static Map<String, String> idents() {
    Map<String, String> idents = new LinkedHashMap<>();
    idents.put("a date beyond 64 bits", "A <a@b> 99999999999999999999 +0000");
    idents.put("a date beyond milliseconds", "A <a@b> 9999999999999999 +0000");
    idents.put("the last date of 64 bits", "A <a@b> 18446744073709551614 +0000");
    idents.put("the last signed date of 64 bits", "A <a@b> 9223372036854775807 +0000");
    idents.put("the first date too far for git", "A <a@b> 67768036191694800 +0000");
    idents.put("a date beyond that of databases", "A <a@b> 9224318016000 -1200");
    idents.put("a year of five digits", "A <a@b> 253402300800 +0000");
    idents.put("a date beyond 32 bits", "A <a@b> 4294967299 +0000");
    idents.put("a date beyond 31 bits", "A <a@b> 2147483648 +0000");
    idents.put("a date before 1970", "A <a@b> -5 +0000");
    idents.put("a date far before 1970", "A <a@b> -9999999999999999999 +0000");
    idents.put("no date", "A <a@b>");
    idents.put("no date but a space", "A <a@b> ");
    idents.put("a word for a date", "A <a@b> yesterday +0000");
    idents.put("a zone of 99 hours", "A <a@b> 5 +9999");
    idents.put("a zone of 18 hours and a minute", "A <a@b> 5 -1801");
    idents.put("a zone beyond an int", "A <a@b> 5 -99999999999");
    idents.put("a zone beyond a long", "A <a@b> 5 +99999999999999999999");
    idents.put("no zone", "A <a@b> 5");
    idents.put("a zone without sign", "A <a@b> 5 0100");
    idents.put("a zone of one digit", "A <a@b> 5 +1");
    idents.put("no brackets", "A a@b 5 +0000");
    idents.put("no closing bracket", "A <a@b 5 +0000");
    idents.put("two closing brackets", "A <a@b>> 5 +0100");
    idents.put("two addresses", "A <a> <b@c> 6 +0100");
    idents.put("no space before the date", "A <a@b>7 +0100");
    idents.put("words behind the zone", "A <a@b> 5 +0000 summer");
    idents.put("no name", "<a@b> 5 +0000");
    idents.put("no name and no address", " <> 5 +0000");
    idents.put("nothing", "");
    idents.put("a NUL in the name", "A\0B <a@b> 5 +0000");
    idents.put("a NUL in the address", "A <a\0@b> 5 +0000");
    idents.put("controls in name and address", "A\u0001\u001b[2J\r <a\u0007\t@b> 5 +0000");
    idents.put("bytes that are no UTF-8", "\u00c3(\u00ff <\u00ed\u00a0\u0080@b> 5 +0000");
    idents.put("a long name", "A".repeat(LONG) + " <a@b> 5 +0000");
    idents.put("a long address", "A <" + "a".repeat(LONG) + "> 5 +0000");
    return idents;
  }

  /** Writes a commit with each odd header and message, one on top of the other, and the tags. */
  void writeEachCommit() throws IOException {
    for (Map.Entry<String, String> ident : IDENTS.entrySet()) {
      String line = ident.getValue();
      commit("author with " + ident.getKey(), people(line, PLAIN) + "\nFrom then\n");
      commit("committer with " + ident.getKey(), people(PLAIN, line) + "\nFrom then\n");
      tag("tagger-" + tags.size(), "tagger " + line + "\n\nOf " + ident.getKey() + "\n");
    }
    headers().forEach(this::commit);
    messages().forEach((name, text) -> commit(name, people(PLAIN, PLAIN) + text));
    parents("a parent twice", List.of(tip, tip));
    parents("a thousand times one parent", Collections.nCopies(1000, tip));
    List<ObjectId> all = new ArrayList<>(commits.values());
    all.addFirst(tip);
    parents("many parents", all);
    writeTags();
  }

  /** Writes a commit with each odd tree. */
  void writeEachTree() throws IOException {
    trees().forEach((name, tree) -> commit(name, people(PLAIN, PLAIN) + "\nTree\n", tree));
  }

  /** Writes a commit whose subject has a megabyte, and one whose body has it. */
  void writeLongMessages() {
    String people = people(PLAIN, PLAIN);
    commit("a subject of 1 MB", people + "\n" + "subject ".repeat(MEGABYTE / 8) + "\n");
    commit("a body of 1 MB", people + "\nSubject\n\n" + "line\n".repeat(MEGABYTE / 5));
    commit("an author of 1 MB", people("A".repeat(MEGABYTE) + " <a@b> 5 +0000", PLAIN) + "\n");
  }

  /** Writes a commit with ten thousand parents, and one that has the same as often. */
  void writeManyParents() throws IOException {
    parents("ten thousand times one parent", Collections.nCopies(MANY_PARENTS, tip));
    ObjectId tree = tree(Map.of());
    List<ObjectId> many = new ArrayList<>();
    many.add(tip);
    for (int i = 1; i < MANY_PARENTS; i++) {
      String text = "tree " + tree.name() + "\n" + people(PLAIN, PLAIN) + "\n" + i;
      many.add(insert(Constants.OBJ_COMMIT, text));
    }
    parents("ten thousand parents", many);
  }

  /** Random commits and tags of the same pieces, cut, doubled and in another order. */
  void writeRandom(Random random, int count) throws IOException {
    List<String> idents = List.copyOf(IDENTS.values());
    List<String> headers = List.copyOf(headers().values());
    List<String> messages = List.copyOf(messages().values());
    List<ObjectId> trees = List.copyOf(trees().values());
    for (int i = 0; i < count; i++) {
      String text =
          random.nextInt(4) == 0
              ? pick(random, headers)
              : people(pick(random, idents), pick(random, idents)) + pick(random, messages);
      if (random.nextInt(3) == 0) {
        text = mutated(random, text);
      }
      ObjectId tree = random.nextInt(4) == 0 ? pick(random, trees) : null;
      // Git reads no commit whose last line is that of a parent.
      commit("random " + i, text.isEmpty() ? "\n" : text, tree);
      String tagger = "tagger " + pick(random, idents) + "\n" + pick(random, messages);
      tag("random-" + i, random.nextBoolean() ? tagger : mutated(random, tagger));
    }
  }

  private static String mutated(Random random, String text) {
    StringBuilder mutated = new StringBuilder(text);
    for (int i = random.nextInt(4); i >= 0 && !mutated.isEmpty(); i--) {
      int at = random.nextInt(mutated.length());
      switch (random.nextInt(4)) {
        case 0 -> mutated.setLength(at);
        case 1 -> mutated.deleteCharAt(at);
        case 2 -> mutated.insert(at, (char) random.nextInt(256));
        default -> mutated.insert(at, pick(random, List.of("\n", " ", "<", ">", "\0", "-", "9")));
      }
    }
    return mutated.toString();
  }

  private static <T> T pick(Random random, List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private static String people(String author, String committer) {
    return "author " + author + "\ncommitter " + committer + "\n";
  }

  private static Map<String, String> headers() {
    String author = "author " + PLAIN + "\n";
    String committer = "committer " + PLAIN + "\n";
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("no author", committer + "\nText\n");
    headers.put("no committer", author + "\nText\n");
    headers.put("nobody", "\nText\n");
    headers.put("two authors", author + author + committer + "\nText\n");
    headers.put("author behind committer", committer + author + "\nText\n");
    headers.put("no gap before the text", author + committer + "Text\n");
    headers.put("no text", author + committer);
    headers.put("no end of line", author + "committer " + PLAIN);
    for (String encoding :
        List.of(
            "nonsense",
            "",
            " ",
            "x\0y",
            "UTF-16",
            "UTF-7",
            "ISO-2022-JP",
            "EBCDIC",
            "a".repeat(LONG))) {
      String shown = encoding.length() > 20 ? "a long name" : encoding.replace('\0', '0');
      headers.put(
          "encoding " + shown,
          author + committer + "encoding " + encoding + "\n\nCaf\u00e9 \u001b$B!\n");
    }
    headers.put("a signature without end", author + committer + "gpgsig -----BEGIN\n\nText\n");
    headers.put(
        "a PGP signature of rubbish",
        author
            + "committer A <a@b> 99999999999999999999 +0000\n"
            + "gpgsig -----BEGIN PGP SIGNATURE-----\n \n rubbish\n -----END PGP SIGNATURE-----\n\nText\n");
    headers.put(
        "an SSH signature of rubbish",
        author
            + "committer A <a@b> 9999999999999999 +0000\n"
            + "gpgsig -----BEGIN SSH SIGNATURE-----\n U1NIU0lH\n -----END SSH SIGNATURE-----\n\nText\n");
    headers.put("a merged tag", author + committer + "mergetag object 1\n type\n\nText\n");
    return headers;
  }

  private static Map<String, String> messages() {
    Map<String, String> messages = new LinkedHashMap<>();
    messages.put("an empty message", "\n");
    messages.put("a message of line feeds", "\n\n\n\n");
    messages.put("a message of one NUL", "\n\0");
    messages.put("a NUL in the message", "\nBefore\0behind\n\nBody \0 with\n");
    messages.put("carriage returns", "\nSubject\r\n\r\nBody\rwith\r\n");
    messages.put("bytes that are no UTF-8 in the message", "\n\u00c3( \u00ed\u00a0\u0080\n");
    messages.put("controls", "\n\u0001\u001b[31m\u0007\u0008\u000b\u000c\u007f\n");
    messages.put("a long subject", "\n" + "subject ".repeat(LONG / 8) + "\n");
    messages.put("a long body", "\nSubject\n\n" + "line\n".repeat(LONG / 5));
    messages.put("words that templates read", "\n${x} [[${7*7}]] __${1}__ {{x}} <script>\n");
    return messages;
  }

  private Map<String, ObjectId> trees() throws IOException {
    String blob = raw(insert(Constants.OBJ_BLOB, "text\n"));
    String tree = raw(tree(Map.of("x", insert(Constants.OBJ_BLOB, "x\n"))));
    String none = "\0".repeat(20);
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put("an unordered tree", "100644 b\0" + blob + "100644 a\0" + blob);
    texts.put("a name twice", "100644 a\0" + blob + "100644 a\0" + blob + "40000 a\0" + tree);
    texts.put("zero-padded modes", "0100644 a\0" + blob + "040000 b\0" + tree);
    texts.put("modes of no kind", "100666 a\0" + blob + "100600 b\0" + blob + "7 c\0" + blob);
    texts.put("an empty name", "100644 \0" + blob);
    texts.put("names with a slash", "100644 a/b\0" + blob + "40000 c/d\0" + tree);
    texts.put("names of directories", "100644 .\0" + blob + "100644 ..\0" + blob);
    texts.put("a repository's name", "40000 .git\0" + tree + "100644 git~1\0" + blob);
    texts.put("a submodule at no commit", "160000 b\0" + none);
    texts.put("a submodule that is a tree", "160000 b\0" + tree);
    texts.put(
        "controls in names", "100644 a\nb\r\u0001\t\0" + blob + "100644 \u00ff\u00fe\0" + blob);
    texts.put("a long name", "100644 " + "n".repeat(LONG) + "\0" + blob);
    texts.put("an empty tree", "");
    Map<String, ObjectId> trees = new LinkedHashMap<>();
    for (Map.Entry<String, String> text : texts.entrySet()) {
      trees.put(text.getKey(), insert(Constants.OBJ_TREE, text.getValue()));
    }
    return trees;
  }

  private void writeTags() throws IOException {
    ObjectId blob = insert(Constants.OBJ_BLOB, "tagged\n");
    ObjectId tree = tree(Map.of("x", blob));
    String tagger = "tagger " + PLAIN + "\n\nText\n";
    tag("of-a-blob", blob, "blob", tagger);
    tag("of-a-tree", tree, "tree", tagger);
    for (String tagged : List.of("of-a-blob", "of-a-tree")) {
      tag("of-a-tag-" + tagged, tags.getOrDefault(tagged, blob), "tag", tagger);
    }
    tags.put("a-blob", blob);
    tags.put("a-tree", tree);
    tag("without-tagger", "\nText\n");
    tag("without-text", "tagger " + PLAIN + "\n");
    tag("with-nothing", "");
    tag("with-nul", "tagger " + PLAIN + "\n\nBefore\0behind\n");
    tag("encoded", "tagger " + PLAIN + "\nencoding nonsense\n\nCaf\u00e9\n");
    tag("large", "tagger " + PLAIN + "\n\n" + "subject ".repeat(LONG / 8) + "\n");
    tag(
        "signed",
        "tagger A <a@b> 99999999999999999999 +0000\n\nText\n-----BEGIN PGP SIGNATURE-----\n\nx\n");
    ObjectId chain = tip;
    for (int i = 0; i < 100; i++) {
      chain =
          insert(
              Constants.OBJ_TAG,
              "object %s\ntype %s\ntag chain\n%s"
                  .formatted(chain.name(), i == 0 ? "commit" : "tag", tagger));
    }
    tags.put("chain", chain);
  }

  private void tag(String name, String rest) throws IOException {
    tag(name, tip, "commit", rest);
  }

  private void tag(String name, ObjectId object, String type, String rest) throws IOException {
    tags.put(
        name,
        insert(
            Constants.OBJ_TAG,
            "object %s\ntype %s\ntag %s\n%s".formatted(object.name(), type, name, rest)));
  }

  private void commit(String name, String text) {
    commit(name, text, null);
  }

  private void commit(String name, String text, @Nullable ObjectId odd) {
    try {
      int number = commits.size();
      lines.append(name).append('\n');
      ObjectId blob = insert(Constants.OBJ_BLOB, lines.toString());
      files.put("all.txt", blob);
      files.put("f%03d".formatted(number), blob);
      if (odd != null) {
        files.put("t%03d".formatted(number), odd);
      }
      tip =
          insert(
              Constants.OBJ_COMMIT,
              "tree " + tree(files).name() + "\nparent " + tip.name() + "\n" + text);
      commits.put(name, tip);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void parents(String name, List<ObjectId> parents) throws IOException {
    StringBuilder text = new StringBuilder("tree " + tree(files).name() + "\n");
    parents.forEach(parent -> text.append("parent ").append(parent.name()).append('\n'));
    tip = insert(Constants.OBJ_COMMIT, text + people(PLAIN, PLAIN) + "\nMerge\n");
    commits.put(name, tip);
  }

  private ObjectId tree(Map<String, ObjectId> entries) throws IOException {
    TreeFormatter tree = new TreeFormatter();
    entries.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(entry ->
            tree.append(
                entry.getKey(),
                entry.getKey().startsWith("t") ? FileMode.TREE : FileMode.REGULAR_FILE,
                entry.getValue()));
    return inserter.insert(tree);
  }

  private static String raw(ObjectId id) {
    byte[] bytes = new byte[Constants.OBJECT_ID_LENGTH];
    id.copyRawTo(bytes, 0);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private ObjectId insert(int type, String latin) throws IOException {
    return inserter.insert(type, latin.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Makes all that was written visible, with refs on each commit and tag. */
  void publish(GitFixture bare, String branch) throws IOException {
    inserter.flush();
    StringBuilder refs = new StringBuilder("create refs/heads/%s %s\n".formatted(branch, tip()));
    int number = 0;
    for (ObjectId commit : commits.values()) {
      refs.append("create refs/heads/%s-%d %s\n".formatted(branch, number, commit.name()));
      refs.append("create refs/tags/light-%s-%d %s\n".formatted(branch, number++, commit.name()));
    }
    tags.forEach((name, id) ->
        refs.append("create refs/tags/%s-%s %s\n".formatted(branch, name, id.name())));
    GitFixture.Result written =
        bare.execute(
            List.of("git", "update-ref", "--stdin"),
            refs.toString().getBytes(StandardCharsets.US_ASCII));
    assertThat(written.exitCode()).as(written.errors()).isZero();
  }

  /** The last commit, which reaches all of them. */
  String tip() {
    return tip.name();
  }

  Map<String, ObjectId> commits() {
    return commits;
  }

  Map<String, ObjectId> tags() {
    return tags;
  }

  @Override
  public void close() {
    inserter.close();
    git.close();
  }
}
