package org.packhouse.scmcache;

import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.packhouse.scmcache.ResponseKey.Admission;
import org.packhouse.scmcache.ResponseKey.Request;

/** Test responses whose bytes derive from a number. */
public final class Responses {

  private Responses() {}

  public static ResponseKey key(long repositoryId, int number) {
    byte[] digest = new byte[32];
    new SplittableRandom(number).nextBytes(digest);
    return new ResponseKey(repositoryId, HexFormat.of().formatHex(digest));
  }

  public static Request full(int number) {
    return asked(7, number, Admission.AT_ONCE);
  }

  public static Request asked(long repositoryId, int number, Admission admission) {
    return new Request(key(repositoryId, number), List.of(want(number)), admission, null);
  }

  public static String want(int number) {
    return String.format("%040x", number);
  }

  public static byte[] bytes(int number, int length) {
    byte[] bytes = new byte[length];
    new SplittableRandom(number).nextBytes(bytes);
    return bytes;
  }

  /** Produces a response in pieces as git writes them. */
  public static ScmCache.Producer producer(int number, int length) {
    return out -> {
      byte[] bytes = bytes(number, length);
      SplittableRandom random = new SplittableRandom(number);
      for (int done = 0; done < length; ) {
        int count = Math.min(length - done, random.nextInt(1, 66_000));
        out.write(bytes, done, count);
        done += count;
      }
      out.flush();
      return true;
    };
  }

  public static ScmCache.Producer unneeded() {
    return _ -> {
      throw new IOException("This response should be cached");
    };
  }
}
