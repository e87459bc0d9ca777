import type { Language } from '@ecp/language/language';

/** Sentences that ask for work; imperatives at the beginning only. Sources and brief may differ in their language. */
const requests: Record<Language, RegExp> = {
  en: /^(?:please|kindly)\b|^(?:we|i|they|the (?:board|client|team|company|ceo|management))\s+(?:(?:now|also|therefore|urgently|really)\s+)?(?:need|want|would like|wish|ask|expect you|request|require|are looking for|am looking for|look for|seek|hope to)s?\b|^(?:help|tell|show|give|advise|recommend|propose|identify|assess|evaluate|analy[sz]e|develop|create|design|define|determine|prepare|write|draft|map|compare|estimate|calculate|investigate|research|find out|explain|outline|produce|deliver|build|set up|review|benchmark|size|quantify|prioriti[sz]e|forecast|model|plan|suggest|describe|list|work out|decide)\b(?!.*\bby (?:us|the client) (?:was|were)\b)|^(?:goal|objective|deliverable|question|task)s?\s*\d*\s*:|\b(?:should (?:deliver|produce|include|cover|contain|answer)|deliverables? (?:are|is|include))\b/i,
  de: /^(?:bitte|wir|ich|(?:der|die|das) \p{L}+)\s+(?:(?:nun|jetzt|auch|daher|dringend)\s+)?(?:brauchen?|braucht|benötig(?:en|t|e)|möchten?|wünsch(?:en|t)|bitt(?:en|et)|erwart(?:en|et)|such(?:en|t)|woll(?:en|te) wissen|will wissen|frag(?:en|t))(?!\p{L})|^bitte(?!\p{L})|^(?:erstellen|erarbeiten|entwickeln|prüfen|bewerten|vergleichen|ermitteln|berechnen|schätzen|beschreiben|zeigen|nennen|analysieren|untersuchen|liefern|planen|klären|stellen|schlagen) sie(?!\p{L})|^(?:ziele?|fragen?|aufgaben?|gesucht|gewünscht|gefragt)\s*\d*\s*:|^(?:gesucht|gefragt|gewünscht|erwartet) (?:ist|sind|wird|werden)\b/iu,
  fr: /^(?:merci de|veuillez|nous|je|(?:le|la|les) \p{L}+|l['’]\p{L}+)(?:\s+(?:avons besoin|a besoin|souhait(?:ons|e|ent)|voulons|veut|demand(?:ons|e)|cherch(?:ons|e)|attend(?:ons)?|aimerions|aimerait|voudr(?:ions|ait)))(?!\p{L})|^(?:merci de|veuillez)(?!\p{L})|^(?:préparez|proposez|analysez|évaluez|comparez|décrivez|établissez|estimez|calculez|identifiez|rédigez|élaborez|définissez|déterminez|expliquez|montrez|présentez|dites)(?!\p{L})|^(?:objectif|question|tâche|livrable)s?\s*\d*\s*:/iu,
  es: /^(?:por favor|rogamos|necesitamos|queremos|deseamos|pedimos|solicitamos|buscamos|esperamos que|nos gustaría)(?!\p{L})|^(?:el|la|los|las) \p{L}+ (?:necesita|quiere|desea|pide|solicita|busca)n?(?!\p{L})|^(?:preparen?|propongan?|analicen?|evalúen?|comparen?|describan?|establezcan?|estimen?|calculen?|identifiquen?|redacten?|elaboren?|definan?|determinen?|expliquen?|muestren?|presenten?|digan?)(?!\p{L})|^(?:objetivo|pregunta|tarea|entregable)s?\s*\d*\s*:/iu,
  ja: /(?:ください|下さい|お願いします|お願いいたします|お願い致します|願います|教えてほしい|知りたい|を求める|求めています|を希望(?:する|します)|してほしい|していただきたい)[。．!！]?$/u,
};

/** True for a question or a request, which is no evidence. */
export function isRequest(sentence: string): boolean {
  return /[?？]["”’“»」)]?$/.test(sentence) || Object.values(requests).some((pattern) => pattern.test(sentence));
}

/** True for a paragraph of a few words without a full stop or a figure, such as a title or a menu entry. */
export function isTitleLike(paragraph: string): boolean {
  return paragraph.length < 80 && paragraph.split(/\s+/).length <= 9 && !/\d|[.!?…。！？;)"”’“»」]$/u.test(paragraph);
}

const askHeading =
  /(?<!\p{L})(?:questions?|deliverables?|scope|asks?|requests?|tasks?|outputs?|fragen?|aufgaben?|auftrag|ergebnisse|leistungen|livrables?|tâches|mission|demandes?|preguntas?|entregables|tareas|encargo)(?!\p{L})|質問|問い|課題|依頼|成果物/iu;
const contraHeading =
  /(?<!\p{L})(?:out of scope|not in scope|exclu\p{L}*|non-goals?|background|context|constraints?|limits?|ausgangslage|hintergrund|grenzen|rahmenbedingungen|nicht teil|contexte|contraintes?|limites?|antecedentes|contexto|restricciones|límites)(?!\p{L})|背景|制約|対象外/iu;
const listIntro =
  /(?<!\p{L})(?:need|want|deliver|deliverables?|include|cover|questions?|goals?|objectives?|ask|looking for|answer|expect|following|produce|brauchen|benötigen|erwarten|fragen|folgende\p{L}*|wünschen|besoin|souhaitons|attendons|suivante?s?|questions|necesitamos|queremos|esperamos|preguntas|siguientes?)(?!\p{L})[^.?!]{0,80}[:：]$|(?:以下|次)[^。]{0,30}[:：。]$/iu;

/** True for a heading under which a brief lists the work that it asks for. */
export function isRequestHeading(heading: string): boolean {
  return askHeading.test(heading) && !contraHeading.test(heading);
}

/** True for a paragraph that introduces a list of requests: "We need the following:". */
export function isListIntro(paragraph: string): boolean {
  return listIntro.test(paragraph);
}
