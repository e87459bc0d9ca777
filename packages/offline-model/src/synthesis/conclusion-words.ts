/** Headings under which documents conclude, in every language. */
const conclusionHeading =
  /\b(?:conclu\w*|summary|recommend\w*|answer|result|verdict|bottom line|what follows|decision)\b|(?<!\p{L})(?:fazit|schluss\p{L}*|zusammenfassung|empfehlung\p{L}*|ergebnis\p{L}*|antwort|beschluss\p{L}*|entscheidung\p{L}*|conclusions?|synthèse|résumé|recommandations?|réponse|décision|conclusi[oó]n(?:es)?|resumen|recomendaci[oó]n(?:es)?|respuesta|decisi[oó]n)(?!\p{L})|結論|要約|まとめ|提言|推奨|勧告|回答/iu;
/** Words with which a sentence concludes. */
const concluding =
  /\b(?:we (?:therefore |thus )?(?:recommend|conclude|advise|propose|suggest)|(?:we|our|the) (?:recommendation|conclusion|advice|answer)|(?:it follows|this means|in (?:short|sum|conclusion)) ?(?:that)?|the (?:board|council|company|client|management|firm|trust|family|owners?) should)\b|(?<!\p{L})(?:wir (?:empfehlen|raten|schlagen)|(?:unsere|die) (?:empfehlung|antwort|schlussfolgerung)|daraus folgt|im ergebnis|insgesamt gilt|fazit|nous (?:recommandons|concluons|conseillons|proposons)|(?:notre|la) (?:recommandation|conclusion|réponse)|il en résulte|en (?:conclusion|résumé|somme)|recomendamos|concluimos|aconsejamos|proponemos|(?:nuestra|la) (?:recomendación|conclusión|respuesta)|de ello se desprende|en (?:conclusión|resumen|suma))(?!\p{L})|(?:推奨|勧告|提言|提案)(?:する|します|したい)|結論(?:として|は|的に)|べきである|べきです|と結論/iu;
const leaning =
  /\b(?:therefore|thus|hence|overall|should|must|best|worth|pays off)\b|(?<!\p{L})(?:daher|deshalb|somit|insgesamt|sollte[n]?|lohnt|donc|ainsi|devrait|doit|por (?:lo )?tanto|por eso|debería|conviene)(?!\p{L})|したがって|よって|望ましい/iu;
const recommending =
  /\b(?:recommend\w*|advise|should)\b|(?<!\p{L})(?:empfehl\p{L}*|raten|sollte[n]?|recommand\p{L}*|conseill\p{L}*|devrait|recom\p{L}*|aconsej\p{L}*|debería)(?!\p{L})|推奨|勧告|提言|べき/iu;

/** True for a heading under which documents conclude. */
export const isConclusionHeading = (heading: string | null): boolean =>
  heading !== null && conclusionHeading.test(heading);

/** Rates how much the words of a sentence conclude: 0 to 2.5. */
export function rateConcluding(sentence: string): number {
  if (concluding.test(sentence)) return 2.5;
  return leaning.test(sentence) ? 0.8 : 0;
}

/** True for a sentence that tells somebody what to do. */
export const isRecommending = (sentence: string): boolean => recommending.test(sentence);
