package org.packhouse.app.storage.content;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Text;

/** Replaces names such as {@code :tada:} in text, not in code. */
final class MarkdownEmoji extends AbstractVisitor {

  private static final Pattern NAME = Pattern.compile(":([a-z0-9_+-]{1,30}):");

  private static final Map<String, String> PICTURES = pictures();

  @Override
  public void visit(Text text) {
    String literal = text.getLiteral();
    if (literal.indexOf(':') >= 0) {
      text.setLiteral(
          NAME.matcher(literal)
              .replaceAll(name ->
                  Matcher.quoteReplacement(PICTURES.getOrDefault(name.group(1), name.group()))));
    }
  }

  private static Map<String, String> pictures() {
    String all =
        """
        +1 👍 -1 👎 100 💯 alarm_clock ⏰ ambulance 🚑 apple 🍎 arrow_down ⬇️ arrow_left ⬅️
        arrow_right ➡️ arrow_up ⬆️ art 🎨 balloon 🎈 beer 🍺 beers 🍻 bell 🔔 blue_heart 💙 bomb 💣
        book 📖 bookmark 🔖 books 📚 boom 💥 bug 🐛 bulb 💡 cake 🍰 calendar 📅 camera 📷 cat 🐱
        chart_with_upwards_trend 📈 clap 👏 clipboard 📋 clock1 🕐 cloud ☁️ coffee ☕ computer 💻
        construction 🚧 construction_worker 👷 cookie 🍪 cool 🆒 cry 😢 dash 💨 dog 🐶 earth_africa 🌍
        eyes 👀 exclamation ❗ fire 🔥 fireworks 🎆 floppy_disk 💾 flushed 😳 gear ⚙️ gem 💎 ghost 👻
        gift 🎁 globe_with_meridians 🌐 green_heart 💚 grin 😁 hammer 🔨 handshake 🤝 hammer_and_wrench 🛠️
        heart ❤️ heavy_check_mark ✔️ heavy_plus_sign ➕ hourglass ⌛ house 🏠 information_source ℹ️ joy 😂
        key 🔑 label 🏷️ laughing 😆 link 🔗 lipstick 💄 lock 🔒 loudspeaker 📢 mag 🔍 mega 📣 memo 📝
        microscope 🔬 moneybag 💰 moon 🌔 muscle 💪 musical_note 🎵 new 🆕 no_entry ⛔ no_entry_sign 🚫
        ok ✅ ok_hand 👌 package 📦 page_facing_up 📄 party_popper 🎉 pencil 📝 pencil2 ✏️ penguin 🐧
        phone ☎️ pizza 🍕 point_right 👉 pray 🙏 pushpin 📌 question ❓ rabbit 🐰 racehorse 🐎 rainbow 🌈
        recycle ♻️ red_circle 🔴 robot 🤖 rocket 🚀 rotating_light 🚨 satellite 🛰️ scroll 📜 seedling 🌱
        shield 🛡️ ship 🚢 shrug 🤷 skull 💀 smile 😄 smiley 😃 snail 🐌 snake 🐍 snowflake ❄️ sob 😭
        sparkles ✨ speech_balloon 💬 star ⭐ stopwatch ⏱️ sunglasses 😎 sunny ☀️ sweat_smile 😅 tada 🎉
        telescope 🔭 test_tube 🧪 thinking 🤔 thought_balloon 💭 thumbsdown 👎 thumbsup 👍 toolbox 🧰
        triangular_flag_on_post 🚩 truck 🚚 trophy 🏆 turtle 🐢 umbrella ☔ unicorn 🦄 unlock 🔓 v ✌️
        warning ⚠️ wastebasket 🗑️ watch ⌚ wave 👋 wheelchair ♿ white_check_mark ✅ wink 😉 wrench 🔧
        x ❌ yum 😋 zap ⚡ zzz 💤
        """;
    Map<String, String> pictures = new HashMap<>();
    String[] words = all.strip().split("\\s+", -1);
    for (int i = 0; i + 1 < words.length; i += 2) {
      pictures.put(words[i], words[i + 1]);
    }
    return Map.copyOf(pictures);
  }
}
