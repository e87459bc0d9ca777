import type { Language } from '@ecp/language/language';

type Patterns = Readonly<Record<Language, RegExp>>;

/** Words of the document about itself and its parts. */
const document: Patterns = {
  en: /\b(?:sections?|paper|report|document|chapters?|table|figure|page|appendix|below|above|sources?|analysis|annex|summary|overview|chart|footnote|assignment|brief|findings?|facts|picture|task|(?<!raw )material|documents?|what follows|first part|second part|tender|quotes?|quotations?|citations?|computed|(?:was|were) found|workbook|spreadsheet)\b/iu,
  de: /(?<!\p{L})(?:Abschnitt\p{L}*|Papier|Bericht\p{L}*|Dokument\p{L}*|Kapitel\p{L}*|Tabelle\p{L}*|Abbildung\p{L}*|Seite|Seiten|Anhang|unten|oben|Quellen?|Analyse\p{L}*|Überblick|Auftrag\p{L}*|Befund\p{L}*|Fakten|(?:die|Die|der|den|diese) Zahlen|Bild|[Ff]olgende\p{L}*|[Zz]unächst|[Zz]uerst|Aufgabe\p{L}*|Material|Unterlagen|Untersuchung|Zitate?|Belege?|Rechenweg|berechnet\p{L}*|gefunden|(?:erste|zweite|dritte|letzte)\p{L}? Teil)(?!\p{L})/u,
  fr: /(?<!\p{L})(?:sections?|document|rapport|chapitres?|tableau|figure|page|annexe|ci-dessous|ci-dessus|sources?|analyse|note|synthèse|aperçu|mission|constats?|chiffres|les faits|suivant\p{L}*|qui sui(?:t|vent)|d.abord|tâche|documents|dossier|citations?|calculée?s?|(?:été|a|ont) (?:trouvé|relevé)\p{L}*|(?:première|seconde|deuxième|dernière) partie)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:sección|secciones|apartados?|documento|informe|capítulos?|tabla|figura|página|anexo|abajo|arriba|fuentes|análisis|nota|resumen|encargo|hallazgos?|cifras|los datos|hechos|siguientes?|primero|tarea|material|documentos|citas?|calculad[ao]s?|(?:se ha|se han|fue|fueron) (?:encontrad|hallad)\p{L}*|se encontr\p{L}+|(?:primera|segunda|última) parte)(?!\p{L})/iu,
  ja: /本書|本稿|本報告|本資料|本章|以下|上記|下記|[各第前次]\S?[章節項]|(?:この|次の|下の|上の)[図表]|[図表]\s*[\d０-９]|ページ|付録|出典|分析|概要|まとめ|依頼|数字|事実|まず|次に|資料|任務|引用|脚注|計算|見つから|前半|後半|述べる|扱う/u,
};

/** The author speaks: "we", "our", "let us". */
const firstPerson: Patterns = {
  en: /\b(?:[Ww]e|[Oo]urs?|us|I|[Mm]y|[Ll]et)\b/u,
  de: /(?<!\p{L})(?:wir|uns|unser\p{L}*|ich|mein\p{L}*)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:nous|notre|nos|je|j.ai)(?!\p{L})|^\s*\p{Lu}\p{Ll}+ons(?!\p{L})/iu,
  es: /(?<!\p{L})(?:nosotros|nuestr\p{L}+|nos)(?!\p{L})|(?<!\p{L})(?!(?:tr|r|gr|extr|supr)[ae]mos|(?:últ|mis?|próx|máx|mín|sépt|legít|leg|ópt|pés|dec|ánim|rac)\p{L}*imos|mismos)\p{L}{2,}[aei]mos(?!\p{L})/iu,
  ja: /当社|弊社|我々|われわれ|私たち|私ども/u,
};

/** A sentence that goes on from the one before it, or concludes from it. */
const fromBefore: Patterns = {
  en: /^\s*(?:this|that|these|those|such|it|they|so|overall|in short|in sum|taken together|together|which|here|there|both|the former|the latter|as a result|all in all|in other words)\b|\b(?:thus|hence|therefore|accordingly|consequently)\b/iu,
  de: /^\s*(?:dies\p{L}*|das (?:ist|sind|war|macht|heißt|bedeutet|zeigt|spricht|lässt|legt|ergibt|führt|entspricht|gilt|reicht|hat|erklärt|stützt|passt|deckt|liegt)|jen\p{L}+|solch\p{L}*|es|sie|er|insgesamt|kurz|zusammen|hier|beide\p{L}*|damit|daraus|dazu|dabei|davon|dadurch|daran|darin|so)(?!\p{L})|(?<!\p{L})(?:somit|daher|deshalb|folglich|demnach|deswegen|also)(?!\p{L})/iu,
  fr: /^\s*(?:cet?|cette|ces|cela|ceci|c['’]est|au total|en somme|en bref|ensemble|ici|ils?|elles?|on|tous deux|d['’]où)(?!\p{L})|(?<!\p{L})(?:donc|par conséquent|ainsi)(?!\p{L})/iu,
  es: /^\s*(?:est[aeo]s?|es[aeo]s?|así|en conjunto|en resumen|en suma|juntos|aquí|ello|amb[oa]s|todo ello)(?!\p{L})|(?<!\p{L})(?:por tanto|por lo tanto|por ello|en consecuencia|por consiguiente)(?!\p{L})/iu,
  ja: /^\s*(?:これ|それ|この|その|以上|つまり|要するに|ここ|そこ|こう|そう|両)|したがって|従って|よって、|ゆえに/u,
};

/** Returns true for a sentence about the document, its parts or its material. */
export function isAboutDocument(sentence: string, language: Language): boolean {
  return document[language].test(sentence);
}

/** Returns true for a sentence in which the author speaks as "we". */
export function isInFirstPerson(sentence: string, language: Language): boolean {
  return firstPerson[language].test(sentence);
}

/** Returns true for a sentence that rests on the one before it: it begins with "this", or concludes by "therefore". */
export function isFromBefore(sentence: string, language: Language): boolean {
  return fromBefore[language].test(sentence);
}

/** A sentence that names who or what it tells of, and tells it: no order, no heading. */
const subject: Patterns = {
  en: /^\s*(?:the|an?|most|many|few|some|no|every|its|their|for|in|since|\p{L}+[^s\W]s)\s|\b(?:has|have|had|is|are|was|were|will|no longer)\b/iu,
  de: /^\s*(?:der|die|das|den|dem|ein|eine|einen|einem|viele|manche|einige|kaum|im|in|am|auf|seit|für)\s|(?<!\p{L})(?:hat|haben|hatte|hatten|ist|sind|war|waren|wird|werden|wurde|wurden)(?!\p{L})|^\s*\p{L}+(?:en|er|e) (?!sie\s)(?:im|in|aus|von|mit|\p{L}+(?:en|t))\s/iu,
  fr: /^\s*(?:(?:les?|la|une?|des|dans|en|depuis|certain\p{L}*|plusieurs|beaucoup|au|aux|chaque)\s|l['’])/iu,
  es: /^\s*(?:el|la|los|las|una?|unos|unas|en|desde|muchos|muchas|algunos|algunas|cada)\s/iu,
  ja: /[はがも]/u,
};

/** Returns true for a sentence that tells something of somebody or something, as orders and headings do not. */
export function tellsOfSubject(sentence: string, language: Language): boolean {
  return subject[language].test(sentence);
}

/** Matches judgements and plans, which are not facts: merit, a contrast of definitions, an event on a future date. */
const verdict: Patterns = {
  en: /\bdeserves?\b|\b(?:is|are) an? [^.,;]+, not an? |^\s*It stops when\b|^\s*(?:In|By|On|From) [^,.]*\b20\d\d,? the (?:council|board|owners?|family|management) (?!has|had|was|were)\p{L}+s\b/u,
  de: /(?<!\p{L})(?:verdien(?:t|en) es|bricht ab, wenn)(?!\p{L})|(?<!\p{L})(?:ist|sind) eine? [^.,;]+, keine? /u,
  fr: /(?<!\p{L})mérite(?:nt)? d(?:e |['’])|(?<!\p{L})(?:est|sont) une? [^.,;]+, pas une? /u,
  es: /(?<!\p{L})merecen? (?:ser|que|\p{L}+[aei]rse)(?!\p{L})|(?<!\p{L})(?:es|son) una? [^.,;]+, no una? /u,
  ja: /に値する|ではなく.{1,20}である/u,
};

/** Returns true for a sentence of judgement or of a plan, which claims no fact about the world. */
export function isVerdict(sentence: string, language: Language): boolean {
  return verdict[language].test(sentence);
}
