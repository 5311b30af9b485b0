package org.packhouse.app.web.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CodeBlocksTest {

  private static final int MEGABYTE = 1 << 20;

  @Test
  void areColoured() {
    assertThat(CodeBlocks.coloured("<pre>" + block("return 1;") + "</pre>"))
        .isEqualTo(
            "<pre><code><span class=\"hk\">return</span> <span class=\"hn\">1</span>;\n</code></pre>");
  }

  @Test
  void becomeNoMoreThanAMegabyteLonger() {
    String large = block("1\n".repeat(MEGABYTE));
    String many = block("1\n".repeat(1000)).repeat(1000);
    assertThat(CodeBlocks.coloured(large)).isEqualTo(large);
    assertThat(CodeBlocks.coloured(large + block("return")))
        .isEqualTo(large + "<code><span class=\"hk\">return</span>\n</code>");
    assertThat(CodeBlocks.coloured(many))
        .startsWith("<code><span")
        .endsWith(block("1\n".repeat(1000)))
        .hasSizeLessThan(many.length() + 2 * MEGABYTE);
  }

  private static String block(String code) {
    return "<code class=\"language-java\">" + code + "</code>";
  }
}
