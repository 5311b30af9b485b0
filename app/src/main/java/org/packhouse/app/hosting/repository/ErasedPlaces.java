package org.packhouse.app.hosting.repository;

import org.packhouse.app.hosting.project.PersonalKeyErased;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Takes the names of users who are made unknown out of the places of what is in the trash. */
@Component
class ErasedPlaces {

  private final JdbcClient jdbc;

  ErasedPlaces(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @EventListener
  void on(PersonalKeyErased event) {
    jdbc.sql(
            """
            update repository
               set trashed_from = :after || substr(trashed_from, length(:before) + 1)
             where trashed_from is not null
               and starts_with(lower(trashed_from), lower(:before) || '/')
            """)
        .param("before", event.formerKey())
        .param("after", event.key())
        .update();
  }
}
