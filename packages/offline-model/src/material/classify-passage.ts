import type { Language } from '@ecp/language/language';

/** Patterns of one kind in each language. A text is tried with all, because sources and brief may differ in theirs. */
type Patterns = Record<Language, RegExp>;

const matches = (patterns: Patterns, text: string) => Object.values(patterns).some((pattern) => pattern.test(text));

/** Sentences that ask for work. Verbs in the form of an order count at the beginning only. */
const requests: Patterns = {
  en: /^(?:please|kindly)\b|^(?:we|i|they|the (?:board|client|team|company|ceo|management))\s+(?:(?:now|also|therefore|urgently|really)\s+)?(?:need|want|would like|wish|ask|expect you|request|require|are looking for|am looking for|look for|seek|hope to)s?\b|^(?:help|tell|show|give|advise|recommend|propose|identify|assess|evaluate|analy[sz]e|develop|create|design|define|determine|prepare|write|draft|map|compare|estimate|calculate|investigate|research|find out|explain|outline|produce|deliver|build|set up|review|benchmark|size|quantify|prioriti[sz]e|forecast|model|plan|suggest|describe|list|work out|decide)\b(?!.*\bby (?:us|the client) (?:was|were)\b)|^(?:goal|objective|deliverable|question|task)s?\s*\d*\s*:|\b(?:should (?:deliver|produce|include|cover|contain|answer)|deliverables? (?:are|is|include))\b/i,
  de: /^(?:bitte|wir|ich|(?:der|die|das) \p{L}+)\s+(?:(?:nun|jetzt|auch|daher|dringend)\s+)?(?:brauchen?|braucht|benötig(?:en|t|e)|möchten?|wünsch(?:en|t)|bitt(?:en|et)|erwart(?:en|et)|such(?:en|t)|woll(?:en|te) wissen|will wissen|frag(?:en|t))(?!\p{L})|^bitte(?!\p{L})|^(?:erstellen|erarbeiten|entwickeln|prüfen|bewerten|vergleichen|ermitteln|berechnen|schätzen|beschreiben|zeigen|nennen|analysieren|untersuchen|liefern|planen|klären|stellen|schlagen) sie(?!\p{L})|^(?:ziele?|fragen?|aufgaben?|gesucht|gewünscht|gefragt)\s*\d*\s*:|^(?:gesucht|gefragt|gewünscht|erwartet) (?:ist|sind|wird|werden)\b/iu,
  fr: /^(?:merci de|veuillez|nous|je|(?:le|la|les) \p{L}+|l['’]\p{L}+)(?:\s+(?:avons besoin|a besoin|souhait(?:ons|e|ent)|voulons|veut|demand(?:ons|e)|cherch(?:ons|e)|attend(?:ons)?|aimerions|aimerait|voudr(?:ions|ait)))(?!\p{L})|^(?:merci de|veuillez)(?!\p{L})|^(?:préparez|proposez|analysez|évaluez|comparez|décrivez|établissez|estimez|calculez|identifiez|rédigez|élaborez|définissez|déterminez|expliquez|montrez|présentez|dites)(?!\p{L})|^(?:objectif|question|tâche|livrable)s?\s*\d*\s*:/iu,
  es: /^(?:por favor|rogamos|necesitamos|queremos|deseamos|pedimos|solicitamos|buscamos|esperamos que|nos gustaría)(?!\p{L})|^(?:el|la|los|las) \p{L}+ (?:necesita|quiere|desea|pide|solicita|busca)n?(?!\p{L})|^(?:preparen?|propongan?|analicen?|evalúen?|comparen?|describan?|establezcan?|estimen?|calculen?|identifiquen?|redacten?|elaboren?|definan?|determinen?|expliquen?|muestren?|presenten?|digan?)(?!\p{L})|^(?:objetivo|pregunta|tarea|entregable)s?\s*\d*\s*:/iu,
  ja: /(?:ください|下さい|お願いします|お願いいたします|お願い致します|願います|教えてほしい|知りたい|を求める|求めています|を希望(?:する|します)|してほしい|していただきたい)[。．!！]?$/u,
};

/** True for a question or a request. It tells a wish and is no evidence. */
export function isRequest(sentence: string): boolean {
  return /[?？]["”’“»」)]?$/.test(sentence) || matches(requests, sentence);
}

/** Words with which the material says that something is not known, in a sentence. */
const unknowns: Patterns = {
  en: /\b(?:(?:not|never) (?:yet )?(?:been )?(?:recorded|known|measured|requested|tracked|documented|decided|counted|sure|available|calculated|estimated|supplied|tested|verified|asked|compared|established)|no (?:figures?|numbers?|data|records?|evidence|evaluation|count|paper|author)\b[^.]{0,24}\b(?:exists?|is|are|was|were|of|on|for)|unknown|unclear|(?:nobody|no one) (?:knows|has (?:asked|estimated|counted|measured))|(?:we )?do(?:es)? not know|keeps? no (?:count|record)|names no|cannot be shown)\b/i,
  de: /(?<!\p{L})(?:(?:nicht|nie|bisher nicht|noch nicht) (?:erfasst|bekannt|gemessen|erhoben|dokumentiert|entschieden|gezählt|verfügbar|berechnet|geschätzt|geprüft|belegt|gefragt|befragt|ausgewertet|geklärt)|unbekannt|unklar|ungeklärt|offen ist|liegen? (?:uns )?nicht vor|liegen? keine|(?:gibt|gab) es (?:bisher |noch )?keine (?:zahlen|daten|angaben|erhebung|auswertung)|keine (?:zahlen|daten|angaben|aufzeichnungen|belege)|(?:wissen|weiß) (?:wir |niemand |man )?nicht|niemand (?:weiß|hat (?:gefragt|gezählt|gemessen|geprüft)))(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:n['’](?:est|a|ont|était|avons) (?:pas|jamais|pas encore) (?:encore )?(?:été )?(?:connue?s?|mesurée?s?|enregistrée?s?|recensée?s?|documentée?s?|décidée?s?|comptée?s?|disponibles?|calculée?s?|estimée?s?|vérifiée?s?|demandée?s?|établie?s?)|inconnue?s?|(?:aucune?|pas de) (?:donnée|chiffre|relevé|preuve|évaluation)s?|on ignore|nous ignorons|ne (?:sait|savons|connaît|connaissons) pas|personne ne sait)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:no (?:se )?(?:ha|han|había|está|están) (?:sido )?(?:registrad|medid|documentad|decidid|contad|calculad|estimad|verificad|preguntad|establecid|disponibl)\p{L}*|desconocid[oa]s?|se desconocen?|no se conocen?|no se sabe|no sabemos|no hay (?:datos|cifras|registros|pruebas)|no existen (?:datos|cifras|registros)|nadie (?:sabe|ha (?:preguntado|contado|medido)))(?!\p{L})/iu,
  ja: /不明|未定|未確認|未調査|未集計|未計測|(?:分か|わか)(?:って(?:い)?(?:ない|ません)|らない|りません)|(?:データ|記録|数値|資料)(?:が|は)(?:ない|ありません|存在しない|存在しません)|(?:把握|記録|集計|計測|測定|公表)(?:され|し)て(?:い)?(?:ない|ません)/u,
};
const unknownHeadings: Patterns = {
  en: /\b(?:(?:do|does|did|could|can) ?not (?:know|establish|say|tell)|not known|unknowns?|open questions|limits of what is known)\b/i,
  de: /(?<!\p{L})(?:nicht wissen|unbekannt|offene (?:fragen|punkte)|nicht bekannt)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:ne savons pas|inconnues?|questions ouvertes|points ouverts)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:no sabemos|desconocid|preguntas abiertas|cuestiones abiertas)/iu,
  ja: /不明|未解決|分からない|わからない/u,
};

/** True for a sentence that names something unknown, or that stands under such a heading. */
export function namesUnknown(sentence: string, heading: string | null): boolean {
  return matches(unknowns, sentence) || (heading !== null && matches(unknownHeadings, heading));
}

const labels =
  /^(?:posted|published|updated|saved copy|copyright|all rights reserved|written for|imprint|contact|veröffentlicht|stand:|impressum|kontakt|alle rechte|publié|mis à jour|mentions légales|publicado|actualizado|aviso legal|掲載日|更新日|お問い合わせ)(?!\p{L})|^©|\bupdated on\b[^.]*$|^page \d+ of \d+/iu;

/** True for words that only describe a page or a file: a date line, a copyright, a signature, opening hours. */
export function isLabel(sentence: string): boolean {
  return (
    labels.test(sentence) ||
    (sentence.length < 90 && /\bopen (?:daily|from|mon|tue|wed|thu|fri|sat|sun)/i.test(sentence))
  );
}

/** True for a paragraph of a few words without a full stop or a figure, such as a title or a menu entry. */
export function isTitleLike(paragraph: string): boolean {
  return paragraph.length < 80 && paragraph.split(/\s+/).length <= 9 && !/\d|[.!?…。！？;)"”’“»」]$/u.test(paragraph);
}

/** True for a heading under which a brief only lists its enclosures. */
export function isEnclosureHeading(heading: string): boolean {
  return /^(?:attached|attachments?|enclosed|enclosures?|files?|anlagen?|anhänge?|beigefügt|pièces jointes|annexes?|adjuntos?|anexos?|添付)/iu.test(
    heading,
  );
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

/** True for a paragraph that introduces a list of wishes: "We need the following:". */
export function isListIntro(paragraph: string): boolean {
  return listIntro.test(paragraph);
}
