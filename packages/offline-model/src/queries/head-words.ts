/** Words in heads and labels of tables, of all languages together: a head is too short to tell its language. */

/** Heads of numbers that do not add up: averages, prices, rates, lengths of time, years, numbers that name things. */
const notAdditive =
  /\b(?:median|average|avg|mean|per|prices?|rates?|shares?|percent(?:age)?|index|score|days|weeks|hours|minutes|ratio|charge|fee|fares?|tariff|temperature|factor|since|year|id|no|nr|rank|age|margin)\b|%|°|\/|(?<!\p{L})(?:durchschnitt|durchschnittlich\p{L}*|mittlere[mnrs]?|mittel|mittelwert|schnitt|preis|preise|quote|satz|anteil|prozent|je|pro|tage|wochen|stunden|minuten|gebühr|temperatur|faktor|seit|jahr|nummer|rang|alter|marge|moyenne?s?|médiane?|prix|tarifs?|taux|part|pourcentage|indice|jours|semaines|heures|durée|âge|année|depuis|numéro|promedio|media|mediana|precios?|tarifas?|tasa|cuota|porcentaje|índice|días|semanas|horas|duración|edad|año|desde|número)(?!\p{L})|\p{L}(?:preis|quote|anteil|dauer|zeit|grad|(?<!um|ein|an)satz)\b|平均|中央値|単価|価格|運賃|料金単価|割合|率|比率|指数|日数|時間|期間|番号|年齢|年度|順位/iu;
/** Heads whose unweighted mean would mislead. */
const noMean =
  /(?<!\p{L})(?:shares?|percent(?:age)?|anteil|prozent|part|pourcentage|porcentaje|cuota|median\p{L}*|médiane?|mediana|index|indice|índice|id|no|nr|nummer|numéro|número|year|jahr|année|año|since|seit|depuis|desde|rank|rang)(?!\p{L})|中央値|指数|番号|年度|順位|割合|構成比/iu;
const totals =
  /^(?:(?:(?:grand|sub)[\s-]?total|total|gesamt(?:summe|betrag|ergebnis)?|summe|insgesamt|zwischensumme|somme|sous-total|suma)(?![\p{L}-])|合計|総計|小計|総額|(?:sum|all|overall|altogether|zusammen|ensemble|en total|計)\s*:?$)/iu;
const subtotals = /^(?:sub[\s-]?total|zwischensumme|sous-total|小計)/iu;
/** First heads of tables whose rows are parts of one thing, even if that thing is "a window" or "a year". */
const parts =
  /(?<!\p{L})(?:item|component|position|cost|reason|cause|element|category|posten|kostenart|grund|ursache|kategorie|bestandteil|poste|motif|raison|catégorie|partida|concepto|motivo|causa|categoría)s?(?!\p{L})|項目|費目|理由|区分/iu;
/** Heads of the whole of which other columns are parts. */
const wholes =
  /(?<!\p{L})(?:planned|capacity|budget|invited|offered|booked|available|geplant\p{L}*|kapazität|plan|soll|angeboten|verfügbar|prévue?s?|capacité|disponibles?|previst[oa]s?|planificad[oa]s?|capacidad|presupuesto)(?!\p{L})|計画|予定|能力|予算|定員/iu;
const capacities = /\b(?:capacity|kapazität|capacité|capacidad)(?!\p{L})|能力|定員/iu;
const samples = /\b(?:bills?|examples?|samples?|cases|beispiele?|rechnung|exemples?|ejemplos?)(?!\p{L})|例/iu;
/** Names and abbreviations of months. Their beginnings alone would make a month of every margin and market. */
const months =
  `jan(?:v|uary|uar|vier)?|ene(?:ro)?|feb(?:r|ruary|ruar|rero)?|fév(?:r|rier)?|fev|mar(?:ch|s|zo)?|mär(?:z)?
  |apr(?:il)?|avr(?:il)?|abr(?:il)?|may(?:o)?|mai|june?|juni|juin|junio|july?|juli|juil(?:let)?|julio|aug(?:ust)?
  |août?|aoû|ago(?:sto)?|sept?(?:ember|embre|iembre)?|oct(?:ober|obre|ubre)?|okt(?:ober)?|nov(?:ember|embre|iembre)?
  |dec(?:ember)?|dez(?:ember)?|déc(?:embre)?|dic(?:iembre)?`.replace(/\s+/g, '');
const period = new RegExp(
  String.raw`^(?:FY\s?)?(?:19|20)\d{2}年?(?:度)?(?:\s?[-/]?\s?(?:[QHT][1-4]|[1-4][.]?\s?Quartal|\d{2}))?$|^[QHT][1-4](?:[\s/]?\d{2,4})?$|^[1-4]\.\s?Quartal(?:\s\d{4})?$|^(?:${months})\.?(?:\s(?:de\s)?\d{2,4})?$|^(?:\d{4}年)?\d{1,2}月$`,
  'iu',
);

export const headWords = {
  isAdditive: (head: string) => !notAdditive.test(head),
  hasMean: (head: string) => !noMean.test(head),
  isTotal: (label: string) => totals.test(label),
  isSubtotal: (label: string) => subtotals.test(label),
  areParts: (head: string) => parts.test(head),
  isWhole: (head: string) => wholes.test(head),
  isCapacity: (head: string) => capacities.test(head),
  isSample: (name: string) => samples.test(name),
  isPeriod: (text: string) => period.test(text.trim()),
  isUnit: (head: string) => /^(?:units?|einheit|unité|unidad|単位)$/i.test(head.trim()),
};
