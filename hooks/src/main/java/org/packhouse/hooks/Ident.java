package org.packhouse.hooks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.time.Instant;
import java.time.ZoneOffset;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevTag;
import org.eclipse.jgit.util.RawParseUtils;

/**
 * An author, committer or tagger, parsed as {@code git log} does. Never fails: git accepts dates
 * beyond every calendar, and old repositories have lines without address, date or zone.
 *
 * <p>Dates that git cannot show are 1970, as in git, and so are those beyond {@link #LAST}. Name
 * and email have no NUL; the zone is UTC if missing or beyond 18 hours.
 */
public record Ident(String name, String email, Instant when, ZoneOffset zone) {

  /** The last second that JavaScript can show, in the year 275760; PostgreSQL ends later. */
  public static final Instant LAST = Instant.ofEpochSecond(8_640_000_000_000L);

  /** For a header that is missing or has no address in angle brackets. */
  public static final Ident NOBODY = new Ident("", "", Instant.EPOCH, ZoneOffset.UTC);

  private static final int MAX_ZONE_MINUTES = 18 * 60;
  private static final int MINUTES = 60;
  private static final int HUNDRED = 100;

  /** The commit's body must be in memory. */
  public static Ident author(RevCommit commit) {
    byte[] raw = commit.getRawBuffer();
    return of(raw, RawParseUtils.author(raw, 0));
  }

  /** The commit's body must be in memory. */
  public static Ident committer(RevCommit commit) {
    byte[] raw = commit.getRawBuffer();
    return of(raw, RawParseUtils.committer(raw, 0));
  }

  /** The tag's body must be in memory. */
  public static Ident tagger(RevTag tag) {
    byte[] raw = tag.getRawBuffer();
    return of(raw, RawParseUtils.tagger(raw, 0));
  }

  public PersonIdent toPersonIdent() {
    return new PersonIdent(name, email, when, zone);
  }

  private static Ident of(byte[] raw, int begin) {
    return begin < 0 ? NOBODY : new Line(raw, begin).read();
  }

  /** Splits a header line as git's {@code split_ident_line}. */
  private static final class Line {

    private final byte[] raw;
    private final int begin;
    private final int end;

    Line(byte[] raw, int begin) {
      this.raw = raw;
      this.begin = begin;
      int at = begin;
      // Git reads C strings, so a NUL also ends the line.
      while (at < raw.length && raw[at] != '\n' && raw[at] != 0) {
        at++;
      }
      this.end = at;
    }

    Ident read() {
      int open = indexOf('<', begin);
      int close = open < 0 ? -1 : indexOf('>', open + 1);
      if (close < 0) {
        return NOBODY;
      }
      int nameEnd = open;
      while (nameEnd > begin && isSpace(raw[nameEnd - 1])) {
        nameEnd--;
      }
      Charset charset = charset(raw);
      String name = decode(charset, begin, nameEnd);
      String email = decode(charset, open + 1, close);
      int last = end - 1;
      while (raw[last] != '>') {
        last--;
      }
      int date = skipSpace(last + 1);
      int dateEnd = skipDigits(date);
      int sign = skipSpace(dateEnd);
      boolean isSigned = sign < end && (raw[sign] == '+' || raw[sign] == '-');
      if (dateEnd == date || !isSigned || skipDigits(sign + 1) == sign + 1) {
        return new Ident(name, email, Instant.EPOCH, ZoneOffset.UTC);
      }
      long seconds = number(date, dateEnd);
      return seconds > LAST.getEpochSecond()
          ? new Ident(name, email, Instant.EPOCH, ZoneOffset.UTC)
          : new Ident(name, email, Instant.ofEpochSecond(seconds), zone(sign));
    }

    private ZoneOffset zone(int sign) {
      long digits = number(sign + 1, skipDigits(sign + 1));
      long minutes = digits / HUNDRED * MINUTES + digits % HUNDRED;
      if (minutes > MAX_ZONE_MINUTES) {
        return ZoneOffset.UTC;
      }
      int seconds = (int) minutes * MINUTES;
      return ZoneOffset.ofTotalSeconds(raw[sign] == '-' ? -seconds : seconds);
    }

    /** Saturates above all numbers in use. */
    private long number(int from, int to) {
      long number = 0;
      for (int i = from; i < to && number <= LAST.getEpochSecond(); i++) {
        number = 10 * number + raw[i] - '0';
      }
      return number;
    }

    private int indexOf(char wanted, int from) {
      for (int i = from; i < end; i++) {
        if (raw[i] == wanted) {
          return i;
        }
      }
      return -1;
    }

    private int skipSpace(int from) {
      int at = from;
      while (at < end && isSpace(raw[at])) {
        at++;
      }
      return at;
    }

    private int skipDigits(int from) {
      int at = from;
      while (at < end && raw[at] >= '0' && raw[at] <= '9') {
        at++;
      }
      return at;
    }

    /** Follows git's {@code isspace}. */
    private static boolean isSpace(byte character) {
      return character == ' ' || character == '\t' || character == '\r';
    }

    private static Charset charset(byte[] raw) {
      try {
        return RawParseUtils.parseEncoding(raw);
      } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
        return UTF_8;
      }
    }

    private String decode(Charset charset, int from, int to) {
      return RawParseUtils.decode(charset, raw, from, to).replace("\0", "");
    }
  }
}
