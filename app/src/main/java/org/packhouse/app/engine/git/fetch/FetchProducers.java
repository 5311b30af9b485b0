package org.packhouse.app.engine.git.fetch;

import java.io.IOException;
import java.util.List;
import org.packhouse.scmcache.ResponseOutput;
import org.springframework.stereotype.Component;

/** Chooses the first producer that suits a fetch, and else, or by a setting, native git. */
@Component
class FetchProducers {

  private final List<FetchProducer> others;
  private final NativeFetch nativeFetch;

  FetchProducers(List<FetchProducer> all, NativeFetch nativeFetch, FetchEngineSettings settings) {
    this.nativeFetch = nativeFetch;
    this.others =
        settings.engine() == FetchEngineSettings.Engine.NATIVE
            ? List.of()
            : all.stream().filter(producer -> !(producer instanceof NativeFetch)).toList();
  }

  boolean produce(CheckedFetch fetch, ResponseOutput out) throws IOException {
    for (FetchProducer producer : others) {
      if (producer.suits(fetch)) {
        return producer.produce(fetch, out);
      }
    }
    return nativeFetch.produce(fetch, out);
  }
}
