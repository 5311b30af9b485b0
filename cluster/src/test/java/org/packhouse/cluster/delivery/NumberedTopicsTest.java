package org.packhouse.cluster.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.cluster.Member;
import org.packhouse.cluster.Membership;
import org.packhouse.cluster.RecordingListener;
import org.packhouse.cluster.Subscription;
import org.packhouse.cluster.delivery.NumberedTopics.Envelope;

class NumberedTopicsTest {

  private static final Member SELF = new Member(UUID.randomUUID(), "node-1", "1", "a");
  private static final Member OTHER = new Member(UUID.randomUUID(), "node-2", "1", "b");

  private final Seen seen = new Seen();
  private final List<String> carried = new CopyOnWriteArrayList<>();
  private final NumberedTopics topics = new NumberedTopics(seen, carried::add);
  private final RecordingListener heard = new RecordingListener();
  private final Subscription subscription = topics.subscribe("news", heard);

  private static final class Seen implements Membership {

    private final List<Consumer<Set<Member>>> listeners = new CopyOnWriteArrayList<>();
    private volatile Set<Member> members = Set.of(SELF, OTHER);

    @Override
    public Member self() {
      return SELF;
    }

    @Override
    public Set<Member> members() {
      return members;
    }

    @Override
    public Subscription onChange(Consumer<Set<Member>> listener) {
      listeners.add(listener);
      return () -> listeners.remove(listener);
    }

    void become(Set<Member> now) {
      members = now;
      listeners.forEach(listener -> listener.accept(now));
    }
  }

  @BeforeEach
  void start() {
    topics.start();
  }

  @AfterEach
  void close() {
    subscription.close();
    topics.close();
  }

  private static String message(long sequence, String text) {
    return Envelope.of(OTHER.id(), sequence, "news", text).text();
  }

  private static String count(long sequence) {
    return Envelope.count(OTHER.id(), sequence).text();
  }

  private void awaitGaps(int gaps) {
    topics.publish("news", "end");
    await().until(() -> heard.messages().contains("end"));
    assertThat(heard.gaps()).isEqualTo(gaps);
  }

  @Test
  void hearingOfANodeForTheFirstTimeIsAGap() {
    topics.receive(message(7, "x"));
    topics.receive(message(8, "y"));
    topics.receive(count(8));
    awaitGaps(1);
    assertThat(heard.messages()).containsExactly("x", "y", "end");
  }

  @Test
  void aNumberThatDoesNotFollowIsAGap() {
    topics.receive(count(3));
    topics.receive(message(5, "x"));
    awaitGaps(2);
  }

  @Test
  void aCountBeyondTheLastMessageIsAGap() {
    topics.receive(count(3));
    topics.receive(message(4, "x"));
    topics.receive(count(5));
    awaitGaps(2);
  }

  @Test
  void everyChangeOfTheMembersIsAGapAndIsAnsweredByACount() {
    seen.become(Set.of(SELF));
    seen.become(Set.of(SELF, OTHER));
    awaitGaps(2);
    assertThat(carried.getFirst()).isEqualTo(Envelope.count(SELF.id(), 0).text());
  }

  @Test
  void whoIsAloneSendsNothing() {
    seen.become(Set.of(SELF));
    carried.clear();
    topics.publish("news", "nobody hears");
    await().until(() -> heard.messages().contains("nobody hears"));
    assertThat(carried).isEmpty();
  }

  @Test
  void tellsHowManyItHasSentAfterTheLast() {
    topics.publish("news", "one two  three ");
    await()
        .untilAsserted(() ->
            assertThat(carried)
                .contains(
                    Envelope.of(SELF.id(), 1, "news", "one two  three ").text(),
                    Envelope.count(SELF.id(), 1).text()));
  }

  @Test
  void itsOwnMessagesThatComeBackAndWhatIsNoMessageAreDropped() {
    topics.receive(Envelope.of(SELF.id(), 1, "news", "own").text());
    topics.receive("gibberish");
    topics.receive("a b c d");
    awaitGaps(0);
    assertThat(heard.messages()).containsExactly("end");
  }
}
