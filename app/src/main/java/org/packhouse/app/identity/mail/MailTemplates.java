package org.packhouse.app.identity.mail;

import java.util.Locale;
import java.util.Map;
import org.springframework.stereotype.Component;
import org.thymeleaf.context.Context;
import org.thymeleaf.spring6.SpringTemplateEngine;
import org.thymeleaf.templatemode.TemplateMode;
import org.thymeleaf.templateresolver.ClassLoaderTemplateResolver;

/** Templates {@code mail/NAME.txt} and {@code mail/NAME.html}, which escape values. */
@Component
public class MailTemplates {

  private final SpringTemplateEngine text = engine(TemplateMode.TEXT, ".txt");
  private final SpringTemplateEngine html = engine(TemplateMode.HTML, ".html");

  private static SpringTemplateEngine engine(TemplateMode mode, String suffix) {
    ClassLoaderTemplateResolver resolver = new ClassLoaderTemplateResolver();
    resolver.setPrefix("mail/");
    resolver.setSuffix(suffix);
    resolver.setTemplateMode(mode);
    resolver.setCharacterEncoding("UTF-8");
    SpringTemplateEngine engine = new SpringTemplateEngine();
    engine.setTemplateResolver(resolver);
    return engine;
  }

  public String text(String template, Map<String, Object> words) {
    return text.process(template, new Context(Locale.ENGLISH, words));
  }

  public String html(String template, Map<String, Object> words) {
    return html.process(template, new Context(Locale.ENGLISH, words));
  }
}
