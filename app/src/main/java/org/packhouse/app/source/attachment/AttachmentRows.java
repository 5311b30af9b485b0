package org.packhouse.app.source.attachment;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Statements on attachments; bytes are read separately. */
@Component
class AttachmentRows {

  private static final String COLUMNS =
      "id, repository_id, author_id, name, digest, size, metadata";

  private final JdbcClient sql;

  AttachmentRows(JdbcClient sql) {
    this.sql = sql;
  }

  /** Inserts an attachment or returns the identical one; empty if the limit would be exceeded. */
  Optional<Attachment> put(Attachment wanted, byte[] bytes, long limit, Instant now) {
    return sql.sql(
            """
            insert into attachment (repository_id, author_id, name, digest, size, bytes, created_at)
            select :repository, :author, :name, :digest, :size, :bytes, cast(:now as timestamptz)
             where :size <= :limit - (select coalesce(sum(size), 0) from attachment
                                       where repository_id = :repository)
            on conflict (repository_id, digest, name, author_id) do update set name = excluded.name
            returning id, repository_id, author_id, name, digest, size, metadata
            """)
        .param("repository", wanted.repositoryId())
        .param("author", wanted.authorId())
        .param("name", wanted.name())
        .param("digest", wanted.digest())
        .param("size", wanted.size())
        .param("bytes", bytes)
        .param("limit", limit)
        .param("now", now.atOffset(ZoneOffset.UTC))
        .query(Attachment.class)
        .optional();
  }

  Optional<Attachment> find(long repositoryId, long id) {
    return sql.sql("select " + COLUMNS + " from attachment where repository_id = ? and id = ?")
        .params(repositoryId, id)
        .query(Attachment.class)
        .optional();
  }

  Optional<byte[]> bytes(long id) {
    return sql.sql("select bytes from attachment where id = ?")
        .param(id)
        .query(byte[].class)
        .optional();
  }

  void describe(long id, @Nullable String metadata) {
    sql.sql("update attachment set metadata = ? where id = ?").param(metadata).param(id).update();
  }

  void delete(long id) {
    sql.sql("delete from attachment where id = ?").param(id).update();
  }
}
