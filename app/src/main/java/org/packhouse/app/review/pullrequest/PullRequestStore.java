package org.packhouse.app.review.pullrequest;

import java.util.Optional;
import org.springframework.data.repository.Repository;

interface PullRequestStore extends Repository<PullRequestEntity, Long> {

  Optional<PullRequestEntity> findById(long id);

  PullRequestEntity saveAndFlush(PullRequestEntity pullRequest);

  void delete(PullRequestEntity pullRequest);

  void flush();
}
