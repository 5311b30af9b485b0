package org.packhouse.app.storage.refs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jgit.lib.CommitBuilder;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.TagBuilder;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.storage.refs.move.RefUpdates;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefRequest;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A repository of its own in the shared server, and what tests of refs do with it. */
public final class RefsKit {

  /** Who moves. */
  public static final Actor ADA = new Actor(null, "ada");

  private static final AtomicInteger COUNTER = new AtomicInteger();

  private final TestingServer server;

  /** The row id. */
  public final long repositoryId;

  /** Makes a repository. */
  public RefsKit(TestingServer server) throws IOException {
    this.server = server;
    String name = "RK" + COUNTER.incrementAndGet();
    long project =
        sql()
            .sql("insert into project (key, name) values (?, ?) returning id")
            .params(name, "Refs " + name)
            .query(Long.class)
            .single();
    repositoryId =
        sql()
            .sql(
                """
                insert into repository (project_id, slug, name, hierarchy_id)
                values (?, 'refs', 'refs', '0123456789abcdef0123') returning id
                """)
            .param(project)
            .query(Long.class)
            .single();
    server.get(RepositoryDirectories.class).create(repositoryId, "main");
  }

  /** Finds a repository, which another node has made, say. */
  public RefsKit(TestingServer server, long repositoryId) {
    this.server = server;
    this.repositoryId = repositoryId;
  }

  /** A piece of the server. */
  public <T> T get(Class<T> type) {
    return server.get(type);
  }

  public JdbcClient sql() {
    return server.get(JdbcClient.class);
  }

  public Refs refs() {
    return server.get(Refs.class);
  }

  public Path directory() {
    return server.get(RepositoryStorage.class).directory(repositoryId);
  }

  /** Native git on the repository. */
  public GitFixture git() {
    return GitFixture.in(directory());
  }

  /** The refs now. */
  public RefSnapshot snapshot() throws IOException {
    return refs().snapshot(repositoryId);
  }

  /** A commit with an empty tree that differs from all others by its message. */
  public ObjectId commit(String message) throws IOException {
    try (Repository repository = server.get(RepositoryDirectories.class).open(repositoryId);
        ObjectInserter inserter = repository.newObjectInserter()) {
      CommitBuilder commit = new CommitBuilder();
      commit.setTreeId(inserter.insert(Constants.OBJ_TREE, new byte[0]));
      PersonIdent person = new PersonIdent("Ada", "ada@example.org");
      commit.setAuthor(person);
      commit.setCommitter(person);
      commit.setMessage(message);
      ObjectId id = inserter.insert(commit);
      inserter.flush();
      return id;
    }
  }

  /** An annotated tag. */
  public ObjectId tag(String name, ObjectId commit) throws IOException {
    try (Repository repository = server.get(RepositoryDirectories.class).open(repositoryId);
        ObjectInserter inserter = repository.newObjectInserter()) {
      TagBuilder tag = new TagBuilder();
      tag.setTag(name);
      tag.setObjectId(commit, Constants.OBJ_COMMIT);
      tag.setTagger(new PersonIdent("Ada", "ada@example.org"));
      tag.setMessage(name);
      ObjectId id = inserter.insert(tag);
      inserter.flush();
      return id;
    }
  }

  public List<RefUpdates.Result> apply(RefChange... changes) throws IOException {
    return apply(false, changes);
  }

  /** Moves refs as the server itself does: no rule holds it. */
  public List<RefUpdates.Result> apply(boolean atomic, RefChange... changes) throws IOException {
    RefRequest request = request(RefCause.IMPORT, changes);
    return server
        .get(RefUpdates.class)
        .apply(atomic ? RefUpdates.Update.all(request) : RefUpdates.Update.each(request), null);
  }

  /** Asks for moves. */
  public RefRequest request(RefCause cause, RefChange... changes) {
    return RefRequest.of(repositoryId, ADA, cause, List.of(changes));
  }

  /** A ref that shall come to be. */
  public static RefChange add(String ref, ObjectId id) {
    return new RefChange(ref, ObjectId.zeroId(), id);
  }

  public static RefChange delete(String ref, ObjectId id) {
    return new RefChange(ref, id, ObjectId.zeroId());
  }

  public long version() {
    return sql()
        .sql("select ref_version from repository_version where repository_id = ?")
        .param(repositoryId)
        .query(Long.class)
        .optional()
        .orElse(1L);
  }
}
