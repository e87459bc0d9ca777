import { isCourtesy } from './courtesies.ts';

type Asking = 'en' | 'de' | 'fr' | 'es' | 'it' | 'ja';

const lead =
  '^(?:(?:in addition|also|finally|furthermore|additionally|moreover|then|and|so|therefore|besides|secondly|lastly|above all),?\\s+)?';

/**
 * Sentences that ask for work; imperatives at the beginning only. Sources and brief may differ in
 * their language.
 */
const orders: Record<Asking, RegExp> = {
  en: new RegExp(
    [
      `${lead}(?:please|kindly)\\b`,
      `${lead}(?:we|i|they|the \\p{L}+)(?:['’](?:re|m|d))?\\s+(?:(?:now|also|therefore|urgently|really|just|do|must|will)\\s+){0,2}(?:need|want|would (?:like|appreciate|welcome)|wish|ask|expect you|request|require|are looking for|am looking for|looking for|look for|seek|hope to)s?\\b`,
      `${lead}(?:help|tell|show|give|advise|recommend|propose|identify|assess|evaluate|analy[sz]e|develop|create|design|define|determine|prepare|write|draft|map|compare|estimate|calculate|investigate|research|find out|explain|outline|produce|deliver|build|set up|set out|check|examine|review|benchmark|size|quantify|prioriti[sz]e|forecast|model|plan|suggest|describe|list|work out|decide)\\b(?!.*\\bby (?:us|the client) (?:was|were)\\b)`,
      '^(?:goal|objective|deliverable|question|task)s?\\s*\\d*\\s*:',
      '\\b(?:should (?:deliver|produce|include|cover|contain|answer)|deliverables? (?:are|is|include))\\b',
      '\\b(?:adviser|advisor|consultant|contractor|bidder|supplier|agency)s? (?:is|are|has|have|shall|must|should|will)(?: to)? (?:be )?\\p{L}',
      '\\bgrateful for (?:your|an?) (?:view|opinion|assessment|advice|analysis|thoughts)\\b',
    ].join('|'),
    'iu',
  ),
  de: /^(?:(?:außerdem|zudem|dafür|dazu|daher|ferner|auch|und|wir|ich|bitte|(?:der|die|das) \p{L}+|es)\s+)?(?:bitten?|brauchen?|braucht|benötig(?:en|t|e)|möchten?|wünsch(?:en|t)|bitt(?:en|et)|erwart(?:en|et)|such(?:en|t)|fehlt uns|woll(?:en|te) wissen|will wissen|frag(?:en|t))(?:\s+(?:wir|ich|uns))?(?!\p{L})|^(?:wir|ich|(?:der|die|das) \p{L}+)\s+(?:(?:nun|jetzt|auch|daher|dringend)\s+)?(?:brauchen?|braucht|benötig(?:en|t|e)|möchten?|wünsch(?:en|t)|bitt(?:en|et)|erwart(?:en|et)|such(?:en|t)|woll(?:en|te) wissen|will wissen|frag(?:en|t))(?!\p{L})|^bitte(?!\p{L})|^(?:erstellen|erarbeiten|entwickeln|prüfen|bewerten|vergleichen|ermitteln|berechnen|schätzen|beschreiben|zeigen|nennen|analysieren|untersuchen|liefern|planen|klären|stellen|schlagen|legen) sie(?!\p{L})|^(?:ziele?|fragen?|aufgaben?|gesucht|gewünscht|gefragt)\s*\d*\s*:|^(?:gesucht|gefragt|gewünscht|erwartet|benötigt) (?:ist|sind|wird|werden)(?!\p{L})|^zu klären ist|^über (?:ideen|vorschläge|hinweise) \p{L}/iu,
  fr: /^(?:merci de|veuillez|nous|je|on|(?:le|la|les) [\p{L}' ’]{1,40}?|l['’][\p{L} ]{1,30}?)(?:\s+(?:avons besoin|a besoin|souhait(?:ons|e|ent|erions)|voulons|veut|demand(?:ons|e)|cherch(?:ons|e)|attend(?:ons)?|aimerions|aimerait|voudr(?:ions|ait|ais)))(?!\p{L})|^(?:merci de|veuillez)(?!\p{L})|^(?:préparez|proposez|analysez|évaluez|comparez|décrivez|établissez|estimez|calculez|identifiez|rédigez|élaborez|définissez|déterminez|expliquez|montrez|présentez|dites)(?!\p{L})|^(?:objectif|question|tâche|livrable)s?\s*\d*\s*:|^il (?:nous faut|faudrait|conviendrait|s['’]agit)(?!\p{L})/iu,
  es: /^(?:por favor|rogamos|necesitamos|queremos|quisiéramos|deseamos|pedimos|solicitamos|buscamos|esperamos que|(?:nos|me) gustaría|(?:les?|os|te) pedimos|hay que|hace falta|hacen falta|nos interesa)(?!\p{L})|^(?:el|la|los|las) \p{L}+ (?:necesita|quiere|desea|pide|solicita|busca)n?(?!\p{L})|^(?:preparen?|propongan?|analicen?|evalúen?|comparen?|describan?|establezcan?|estimen?|calculen?|identifiquen?|redacten?|elaboren?|definan?|determinen?|expliquen?|muestren?|presenten?|digan?)(?!\p{L})|^(?:objetivo|pregunta|tarea|entregable)s?\s*\d*\s*:/iu,
  it: /^(?:per favore|vorremmo|vorrei|vogliamo|desideriamo|chiediamo|vi chiediamo|le chiediamo|ci serve|ci servono|ci serve anche|abbiamo bisogno|cerchiamo|occorre|vi preghiamo di)(?!\p{L})|^(?:preparate|proponete|analizzate|valutate|confrontate|descrivete|stimate|calcolate|definite|spiegate|elaborate|indicate)(?!\p{L})/iu,
  ja: /(?:ください|下さい|お願いします|お願いいたします|お願い致します|願います|教えてほしい|知りたい(?:です)?|を求める|求めています|を希望(?:する|します)|ほしい(?:です)?|欲しい(?:です)?|いただきたい(?:です)?|いただけますか|いただけますでしょうか)[。．!！]?$/u,
};

const askingWord = '(?:whether|what|which|how|why|where|when|who|whom|whose|if)';
/**
 * What people do with an open question: they want to know it, do not know it, have to settle it.
 */
const knowing =
  '(?:know|knows|understand|find out|figure out|figured out|work out|working out|learn|see|decide|deciding|determine|wonder|wondering|tell|show|say|clarify|settle|establish|explain|unclear|unsure|sure|disagree|question|view|opinion|idea|clarity|light|advice|look|assess|estimate|check|examine|discuss|clear|understanding|interested|reviewed?)';

/** Questions within a statement, of which nobody writes a question mark. */
const indirect: readonly RegExp[] = [
  new RegExp(
    `\\b${knowing}(?: (?:us|me|out|either|yet|on|about|of|into|in|as to|exactly|better|just|really)){0,3}:? ${askingWord}\\b(?! (?:you|your firm)\\b)[^.]{6}`,
    'iu',
  ),
  /\bwhether\b[^.]{6}/iu,
  /(?:wissen|versteh|klär|prüf|frag|unklar|offen|fraglich|interessier|ermittel|herausfind|herauszufind|sagen|zeig|beschreib|erklär|untersuch|berechn|rechn|überleg|entscheid|beurteil|einschätz|bewert|analys|diskutier|vergleich)[^.?!]{0,60},\s+(?:ob|warum|weshalb|wieso|wie|was|welche\p{L}*|wer|wem|wen|wo|woher|wohin|woran|worin|wodurch|womit|wann|an welche\p{L}*|mit welche\p{L}*|in welche\p{L}*|aus welche\p{L}*|für welche\p{L}*)(?!\p{L})/iu,
  /(?:savoir|comprendre|demand\p{L}*|interrog\p{L}*|déterminer|décider|examiner|évaluer|vérifier|préciser|expliquer|montrer|clarifier|ignor\p{L}*|sait|sav\p{L}*)[^.?!]{0,40}\s(?:si|s['’]|pourquoi|comment|combien|quels?|quelles?|où|qui|ce (?:que|qui)|l['’]on|sur)(?!\p{L})/iu,
  /(?:saber|conocer|entend\p{L}*|averiguar|decidir|determinar|comprender|compr\p{L}*b\p{L}*|explicar|aclarar|estudi\p{L}*|analic\p{L}*|ver|interes\p{L}*|sabemos|pregunt\p{L}*)[^.?!]{0,50}\s(?:si|por qué|cómo|cuál|cuáles|cuánt\p{L}*|qué|quién|dónde|cuándo)(?!\p{L})/iu,
  /(?:sapere|capire|capiamo|decidere|comprendere|chied\p{L}*|valutare|verificare|stabilire|sappiamo|interess\p{L}*)[^.?!]{0,50}\s(?:se|perché|come|quale|quali|quant\p{L}*|cosa|chi|dove)(?!\p{L})/iu,
  /(?:か(?:どうか)?(?:を|が|は)?(?:知り|教え|分から|わから|検討|判断|確認|調べ|気に)|かどうか)/u,
];

const questionMark = /[?？](?:[!?]|["'”’“»」)\s]|\p{Extended_Pictographic}|:\)|;\))*$/u;
/** Japanese asks without a mark. */
const japaneseQuestion = /(?:か|かな|かね)[。．]?$/u;

/**
 * Tells whether a sentence of any of our languages has a question mark at its end, or orders
 * something.
 */
export function isRequest(sentence: string): boolean {
  return (
    questionMark.test(sentence) || Object.values(orders).some((pattern) => pattern.test(sentence))
  );
}

/** Tells whether a sentence is a question, or holds one that nobody marks. */
export function isQuestion(sentence: string): boolean {
  if (questionMark.test(sentence)) return true;
  if (/[ぁ-ん]/.test(sentence) && japaneseQuestion.test(sentence)) return true;
  return indirect.some((pattern) => pattern.test(sentence));
}

/** Tells whether a sentence asks for work: it is a question or an order, and no courtesy. */
export const asksForWork = (sentence: string): boolean =>
  (isQuestion(sentence) || isRequest(sentence)) && !isCourtesy(sentence);
