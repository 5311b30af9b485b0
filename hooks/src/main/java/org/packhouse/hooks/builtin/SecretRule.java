package org.packhouse.hooks.builtin;

import java.util.List;
import java.util.regex.Pattern;

/** The format of a token or key: a distinctive case-sensitive prefix, a length, no backtracking. */
record SecretRule(String kind, String begin, Pattern pattern) {

  static final int MAX_SHOWN = 5;

  static final List<SecretRule> ALL =
      List.of(
          rule("a private key", "-----BEGIN ", "-----BEGIN [A-Z ]{0,30}PRIVATE KEY( BLOCK)?-----"),
          rule("an access key of AWS", "AKIA", "\\bAKIA[0-9A-Z]{16}\\b"),
          rule("a temporary access key of AWS", "ASIA", "\\bASIA[0-9A-Z]{16}\\b"),
          rule("a token of this server", "phat_", "\\bphat_[\\w-]{43}"),
          rule("a token of GitHub", "gh", "\\bgh[pousr]_[0-9A-Za-z]{36,251}\\b"),
          rule("a token of GitHub", "github_pat_", "\\bgithub_pat_[0-9A-Za-z_]{82}\\b"),
          rule("a token of GitLab", "glpat-", "\\bglpat-[0-9A-Za-z_-]{20,}"),
          rule("a token of Bitbucket", "BBDC-", "\\bBBDC-[0-9A-Za-z+/]{40,50}"),
          rule("a token of Atlassian", "ATATT3", "\\bATATT3[0-9A-Za-z_=-]{180,}"),
          rule("a token of Slack", "xox", "\\bxox[abeoprs]-[0-9A-Za-z-]{10,250}"),
          rule(
              "a webhook of Slack",
              "hooks.slack.com/services/",
              "hooks\\.slack\\.com/services/T[0-9A-Z]{6,12}/B[0-9A-Z]{6,12}/[0-9A-Za-z]{20,30}"),
          rule("a key of Stripe", "k_live_", "\\b[sr]k_live_[0-9A-Za-z]{20,250}\\b"),
          rule("an API key of Google", "AIza", "\\bAIza[0-9A-Za-z_-]{35}"),
          rule("a client secret of Google", "GOCSPX-", "\\bGOCSPX-[0-9A-Za-z_-]{28}"),
          rule("a token of npm", "npm_", "\\bnpm_[0-9A-Za-z]{36}\\b"),
          rule("a token of PyPI", "pypi-AgEIcHlwaS5vcmc", "\\bpypi-AgEIcHlwaS5vcmc[\\w-]{50,}"),
          rule("a key of SendGrid", "SG.", "\\bSG\\.[\\w-]{22}\\.[\\w-]{43}"),
          rule("a token of DigitalOcean", "do", "\\bdo[opr]_v1_[0-9a-f]{64}\\b"),
          rule("a token of Vault", "hvs.", "\\bhvs\\.[\\w-]{90,}"),
          rule("a key of OpenAI", "T3BlbkFJ", "\\bsk-[\\w-]{20,120}T3BlbkFJ[\\w-]{20,120}"),
          rule("a key of Anthropic", "sk-ant-", "\\bsk-ant-[\\w-]{80,120}"),
          rule("a key of Azure storage", "AccountKey=", "AccountKey=[0-9A-Za-z+/]{86}=="));

  private static SecretRule rule(String kind, String begin, String expression) {
    return new SecretRule(kind, begin, Pattern.compile(expression));
  }

  /** Excludes most texts quickly. */
  boolean mayBeIn(String line) {
    return line.contains(begin);
  }
}
