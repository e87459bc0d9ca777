import { languagesByWord } from '../function-words.ts';

/**
 * Words of the correspondence itself, by their beginnings: meeting, talking, offers and their
 * price, answering, time. A sentence that is about these and names no other subject asks for no
 * work.
 */
const subjects: readonly RegExp[] = [
  // English
  /^(?:meet|call|phone|ring|zoom|chat|talk|speak|catch|coffee|lunch|dinner|slot|appointment|visit|session)/,
  /^(?:propos(?:al|als)|quot|offer|tender|fee|fees|rates?|charge|cvs?|reference|credential|availab|capacit|convenient)/,
  /^(?:repl|respon|answer|hear|confirm|receipt|acknowledg|contact|hesitat|confiden|attach|enclos|handl|forward)/,
  // German
  /^(?:treffen|termin|gespräch|telefon|anruf|anrufen|zurückruf|rückruf|kennenlern|kaffee|videokonferenz|besuch)/,
  /^(?:angebot|kostenvoranschlag|honorar|tagess[aä]tz|referenz|lebensl|kapazität|verfügbar|interesse$|kostet$|kosten$)/,
  /^(?:rückmeld|antwort|melden|meldet|bescheid|rückfrag|vertraulich|anbei|beilieg|anhang|übernehm|weiterleit|kümmer)/,
  // French
  /^(?:rendez|rencontr|réunion|appel|rappel|entretien|échang|café|visio|créneau|déjeuner|parler|dispo)/,
  /^(?:devis|proposition|offre|honoraire|référence|facturez)/,
  /^(?:répon|retour|contact|hésit|disposition|confidentiel|joint|joindre|pièce)/,
  // Spanish
  /^(?:reun|llam|cita|quedar|café|videollam|hablar|hueco|vern|visit)/,
  /^(?:presupuesto|propuesta|oferta|honorario|cobr|referencia|disponib)/,
  /^(?:respuest|respond|contact|dud[ea]|avis|adjunt|confidencial|interes)/,
  // Italian
  /^(?:incontr|riunion|telefon|chiam|sentir|sentiam|caffè|appuntament|videochiam|parlar)/,
  /^(?:preventivo|offerta|propost|onorari|referenz|disponibil)/,
  /^(?:rispost|riscontro|contatt|esit|allegat|riservat|interessat|saper)/,
];

/**
 * Words that a courtesy has beside its subject: time, politeness, sending, the persons, and the
 * work as such.
 */
const company: readonly RegExp[] = [
  /^(?:please|kindly|thank|thanks|thx|cheers|grateful|apprecia|happy|glad|pleas|would|could|let|lets|send|give|get|have|make|set|up|grab|jump|drop|schedul|arrang|fix|hop|email|mail|include|submit|provide|share|prepar|like|love|need|want|time|week|day|days|hour|minut|min|mins|morning|afternoon|evening|noon|today|tomorrow|next|this|soon|beforehand|whenever|anytime|date|quick|short|brief|half|tomorrow|guys|everyone|team|teams|firm|company|office|work|works|kind|sort|project|engagement|assignment|job|thing|something|anything|one|two|three|few|any|chance|possible|possib|able|free|fine|good|ok|okay|suit|convenient|around|back|much|roughly|approx|further|more|information|question|unclear|else|non|binding|video|online|person|also|just|maybe|perhaps|assist|help|support|writ|ask|follow|conversation|discuss|agreed|mention)/,
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)(?:day|$)|^(?:january|february|march|april|june|july|august|september|october|november|december)$/,
  /^(?:bitte|danke|dank|gern|gerne|freu|könn|könnt|würd|wäre|hätte|hast|habt|haben|lassen|lass|schick|send|zukomm|geb|mach|vereinbar|passt|passen|zeit|woche|tag|stund|halb|minut|uhr|morgen|heute|nächst|kommend|bald|kurz|vorab|vorher|unverbindlich|möglich|mög|arbeit|projekt|auftrag|etwas|sowas|ungefähr|etwa|circa|mal|eben|direkt|jederzeit|verfügung|stehe|stehen|steh|abend|abends|weiter|information|fragen|offen|sag|teilen|mit|nennen|nenn|zwei|drei|ihr|dir|euch|sie|du|so|ne|bis|ende|montag|dienstag|mittwoch|donnerstag|freitag|samstag|ob|wann|starten|anfangen|beginnen|unterlag|prüfen|anschau)/,
  /^(?:merci|remerci|veuillez|pourr|pouv|peux|peut|seri|auri|faire|fair|parvenir|envoy|indiqu|transmettr|convenir|fix|semain|jour|heure|moment|temps|matin|midi|soir|demain|prochain|pro$|lundi|mardi|mercredi|jeudi|vendredi|samedi|possible|commercial|avant|ici|délai|bref|rapid|question|information|complément|commencer|travail|projet|mission|plaisir|tôt)/,
  /^(?:gracias|favor|podr|pued|puede|podem|envi|mand|dar|enviar|hacer|tener|esta|semana|día|dias|hora|minuto|mañana|tarde|hoy|lunes|martes|miércoles|jueves|viernes|sábado|próxim|posible|breve|antemano|antes|vien|vendr|bien|queda|quedo|quedam|disposici|aclaraci|pregunt|inform|necesit|cuando|cuándo|cuánto|empezar|trabaj|proyecto|ya|decís|dec|diez|sería|espera)/,
  /^(?:grazi|ringrazi|prego|potr|può|puoi|possi|invi|mand|far|fare|avere|entro|settiman|giorn|ora|ore|minut|domani|oggi|luned|marted|mercoled|gioved|venerd|sabat|prossim|possibil|breve|cortes|vostr|attend|rest|disposizion|chiariment|domand|inform|iniziar|lavor|progett|quando|quanto|cost|mi|fammi|siet|è)/,
];

const isCorrespondence = (word: string) => subjects.some((words) => words.test(word));
const isCompany = (word: string) =>
  languagesByWord.has(word) || company.some((words) => words.test(word));

/**
 * The most words of another subject that a courtesy has, such as the name of the project for which
 * an offer is.
 */
const mostOthers = 1;

/** Counts the words of a sentence that are of the correspondence, and those of another subject. */
function countWords(sentence: string): { own: number; other: number } {
  let [own, other] = [0, 0];
  for (const [word] of sentence.toLowerCase().matchAll(/\p{L}[\p{L}\p{M}]*/gu)) {
    if (isCorrespondence(word)) own += 1;
    else if (word.length > 1 && !isCompany(word)) other += 1;
  }
  return { own, other };
}

const person = '(?:you|your (?:firm|company|team|agency|office|people)|somebody|someone)';

/** Phrases by which people deal with each other, and not with a subject. */
const phrases: readonly RegExp[] = [
  // English: whether the other one can and wants, what they charge, and how to go on.
  new RegExp(
    `^(?:(?:is|would|could) (?:this|that|it) (?:be )?(?:something|anything|of interest)|would ${person} (?:guys )?be|are ${person} (?:up|free|available|interested|able|open|around|happy)|do ${person} (?:do|offer|take|cover|work with|have (?:any |the )?(?:experience|capacity|time|availability)|need (?:any|more|further))|when (?:can|could|would|will|might|are) ${person}|how (?:soon|quickly|fast) (?:can|could|would|will) ${person})`,
  ),
  /^(?:can|could|would|will) (?:you|somebody|someone|anyone)(?: guys)?(?: please| kindly)? (?:handle|help|assist|take (?:this|it|that|over|care)|do (?:this|that|it|so)|deal with (?:this|it|that)|look into (?:this|it|that))\b/,
  new RegExp(`\\b(?:whether|if) ${person}\\b`),
  /\blet (?:me|us) know (?:if|whether|when|once|your|how you|what you|a |by|in case|as soon)|\blet (?:me|us) know[.!]?$/,
  /\b(?:your (?:rates?|fees?|terms|availability|cvs?|quote)|an? (?:quote|quotation|fee proposal)|your fee proposal)\b/,
  /\b(?:what|how much)\b[^?]{0,24}\b(?:you|you guys|this|it|that)\b[^?]{0,14}\b(?:charge|cost|be|run to|come to)\b/,
  /\b(?:hesitate to|feel free|look(?:ing)? forward|hear (?:back|from you)|confirm receipt|acknowledge receipt|get back to (?:me|us)|in touch(?=[.!]?$)|(?:treat|keep|handle) (?:this|it|the request|everything) (?:as )?confidential\p{L}*)(?!\p{L})/u,
  /\b(?:include|attach|enclose|provide|send|name)\b.{0,24}\b(?:references?|cvs?|credentials)\b/,
  /^(?:i|we) (?:hope|trust)\b|^(?:you|some) (?:may|might|will|must|probably) |^how (?:are|is|'s) (?:you|things|it going|everything)/,
  /\b(?:does|would|is|how about|what about)\b.*\b(?:[a-z]*day|week|noon|o'clock|am|pm|\d{1,2}(?:st|nd|rd|th)?)\b.*\b(?:work|suit|convenient|fine|okay|ok|good)\b/,
  // German
  /^(?:könn\p{L}*|kann|kannst|könnt|würd\p{L}*|mög\p{L}*) (?:sie|du|ihr|jemand)\b.{0,30}\b(?:das|dies|es|die (?:sache|anfrage))\b.{0,20}(?:übernehmen|prüfen|erledigen|machen|bearbeiten|anschauen|ansehen|klären)/u,
  /^(?:wäre|ist) (?:das|dies) (?:etwas|was|für) |\bob (?:sie|du|ihr) (?:kapazität|zeit|interesse|das|dies|uns|verfügbar)|^(?:haben|hätten|habt|hättet|hast|hättest) (?:sie|ihr|du) .{0,40}(?:erfahrung|zeit|kapazität|interesse|stunde|lust|minute|moment)|^(?:hast|habt|haben) (?:du|ihr|sie) (?:nächste|diese|kommende) woche/u,
  /^wann (?:hätten|haben|können|könnten|passt|würde|wäre)\b.{0,30}\b(?:sie|du|ihr|ihnen|dir|es)\b|\bwann (?:könntet|könnt|kannst) (?:ihr|du)\b|^passt (?:ihnen|dir|euch|es)/u,
  /\b(?:was|wie ?viel|wieviel)\b[^?]{0,14}\b(?:kostet|kosten|kosted|verlang\p{L}*|nehm\p{L}*|würde|berechne\p{L}*)\b (?:das|ihr|sie|du|uns das|so|ungefähr)/u,
  /zur verfügung|zurückruf|rückfragen|freu\p{L}* (?:uns|mich|wir uns|ich mich)?\s*(?:auf|über) (?:ihre|eine|deine|eure|von)|rückmeldung|vertraulich|wie geht(?:'s|’s| es)|bescheid|melde?t? (?:euch|dich|sie sich)|falls (?:noch )?fragen|bei (?:ihr|ihm|mir|uns) melden/u,
  /\b(?:ein|ihr|unverbindliches|kurzes|schriftliches) angebot\b|\bangebot (?:schicken|senden|zukommen|machen|erstellen|unterbreiten)|mögliche termine|(?:kennenlernen|kostenvoranschlag)/u,
  // French
  /^(?:seri\p{L}*|êtes|es|auri\p{L}*|avez)[- ](?:vous|tu)\b.{0,20}(?:dispo|libre|intéress|moment|créneau|temps|expérience)|^dispo\b/u,
  /\b(?:quels? sont|quel(?:le)?s? serai(?:en)?t) (?:vos|votre|tes) |\bvos (?:tarifs|honoraires|conditions|disponibilités|références)|votre (?:proposition|devis|offre|meilleure offre)|combien (?:prenez|facturez|demandez|ça coûte|cela coûte)/u,
  /n['’]hésit|(?:votre|leur) disposition|prie d['’]agréer|votre (?:réponse|retour)|remerci|nous rappeler|me rappeler|espère que (?:vous|tu)|comment (?:allez|vas)/u,
  // Spanish
  /(?:le|te|os|les) (?:vendría|viene|va) bien|te interesa|le interesa|les interesa|cuánto (?:cobr|nos cobr|me cobr|cuesta (?:esto|vuestro))|cuándo (?:pueden|puede|podéis|puedes|podrían) (?:empezar|comenzar|venir)|(?:tienen|tenéis|tiene) (?:experiencia|disponibilidad|tiempo)/u,
  /a su disposición|no dud|espera de (?:su|tu|vuestra)|espero que (?:se|te|os|esté)|avís(?:ame|anos|eme)|quedo a la espera|ya me dec|podemos (?:reunirnos|vernos|hablar|quedar)/u,
  // Italian
  /(?:è|siete|sei|sarebbe|sareste) (?:disponibil|liber|interessat)|quanto (?:mi|ci) cost|quanto (?:chied|prend)|quando (?:potremmo|possiamo|potete|può|puoi) (?:sentirci|vederci|incontrarci|iniziare|cominciare)|(?:ci sentiamo|ci vediamo)/u,
  /a disposizione|spero che (?:stia|tu|lei)|fammi sapere|mi faccia sapere|riscontro|ringrazi|un preventivo|avete esperienza/u,
  // Japanese
  /見積|打ち?合わ?せ|面談|お電話|お会い|ご都合|ご連絡|ご返信|ご返事|ご検討(?:のほど|いただけ)|世話になっ|ご不明|お気軽|添付|同封|お時間をいただ|ご査収|お返事|よろしく|宜しく|初めてご連絡|恐れ入りますが/u,
];

/** A greeting before what the sentence says: "Hallo Jana, kannst Du …". */
const greeting =
  /^(?:hi|hello|hey|dear|hallo|liebe[rs]?|guten (?:tag|morgen)|bonjour|salut|chère?|hola|buenos días|estimad[oa]s?|ciao|buongiorno|gentile)(?: [\p{L}.]+){0,3}[,!:] +/u;

/** Question words with which no courtesy begins, unless a phrase above makes it one. */
const interrogative =
  /^(?:¿ ?)?(?:what|which|why|how|who|was|welch\p{L}*|warum|wie|wer|quel\p{L}*|pourquoi|comment|qui|qué|cuál\p{L}*|por qué|cómo|quién|qual\p{L}*|perché|come|chi)(?!\p{L})/u;

/** Words and verbs by which the writer speaks to the reader. */
const address =
  /(?<!\p{L})(?:you|your|us|me|let's|can we|could we|shall we|sie|ihnen|ihre?n?|du|dir|dich|euch|uns|mir|vous|votre|vos|tu|te|me|nous|usted\p{L}*|le|les|os|nos|su|podría\p{L}*|podrí\p{L}*|puede\p{L}*|podemos|mandas?|mi|ci|vi|può|potrebbe|puoi|potete|possiamo|potremmo)(?!\p{L})/u;

/**
 * Words that ask for a subject: a sentence that has one of these and a subject of its own is no
 * courtesy.
 */
const inquiry =
  /\b(?:why|what|which|how|where|who|whether)\b|\b(?:warum|weshalb|welch\p{L}*|woher|woran|worin)\b|原因|理由|分析|調査|比較|費用と|どの国|どの業/u;

/**
 * Tells whether a sentence that asks is a courtesy in any of our languages: for a meeting, an
 * offer, an answer, or the other one's readiness. What it asks about another subject keeps it.
 */
export function isCourtesy(sentence: string): boolean {
  const plain = sentence.toLowerCase().replace(/[’ʼ]/g, "'").trim().replace(greeting, '');
  const { own, other } = countWords(plain);
  if (phrases.some((phrase) => phrase.test(plain)))
    return other <= mostOthers || !inquiry.test(plain) || own >= other;
  if (own === 0 || other > mostOthers || interrogative.test(plain)) return false;
  return address.test(plain) || (other === 0 && /[?？]$/.test(plain));
}
