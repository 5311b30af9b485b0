package org.packhouse.app.review.pullrequest;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.data.repository.Repository;

interface ParticipantStore extends Repository<ParticipantEntity, Long> {

  Optional<ParticipantEntity> findByPullRequestIdAndUserId(long pullRequestId, long userId);

  List<ParticipantEntity> findByPullRequestIdOrderById(long pullRequestId);

  List<ParticipantEntity> findByPullRequestIdInOrderById(Collection<Long> pullRequestIds);

  ParticipantEntity saveAndFlush(ParticipantEntity participant);

  void delete(ParticipantEntity participant);

  void flush();
}
