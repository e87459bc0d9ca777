import type { Language } from '@ecp/language/language';
import { nounsOf, perNouns, sharesNoun } from './counted-nouns.ts';
import type { Input, Target } from './operation.ts';

/** Kinds of things that figures are told per: an amount per order is none per employee. */
const classes: readonly [string, RegExp][] = [
  [
    'person',
    /employee|staff|worker|workforce|mitarbeit|beschäftigt|belegschaft|salarié|employé(?!e? par)|effectif|collaborateur|emplead|trabajador|plantilla|従業員|社員|職員/iu,
  ],
  [
    'place',
    /shop|store|plant|site|branch|outlet|location|filiale|werk(?!statt)|standort|betrieb|magasin|usine|agence|tienda|centro|planta|sucursal|店舗|店当たり|工場|拠点/iu,
  ],
  ['order', /(?<!b)order|transaction|ticket|job|auftr|bestellung|commande|pedido|encargo|注文|受注|件/iu],
  [
    'customer',
    /customer|visitor|guest|client|kunde|besucher|gäste|gast(?!\p{L})|cliente|visitante|来客|来館者|入館者|顧客|客/iu,
  ],
  ['household', /household|home|haushalt|ménage|foyer|hogar|世帯/iu],
  // These words count persons of any kind.
  [
    'anyone',
    /people|person|\bhead\b|kopf|menschen|personen|personne|tête|persona|cabeza|人当たり|人あたり|人につき|一人|1人/iu,
  ],
];
const per =
  /(?:\bper\b|\bfor each\b|\b(?:each|every)\b|\ba head\b|(?<!\p{L})(?:je|pro|jede[rsnm]?)(?!\p{L})|(?<!\p{L})(?:par|chaque)(?!\p{L})|(?<!\p{L})(?:por|cada)(?!\p{L}))\s?(\p{L}+)|(\p{Script=Han}{1,6}1?人?)(?:当たり|あたり|につき)|(一人|1人|１人)に|\b(a head)\b/giu;

/** Returns the kinds of things that a sentence tells a figure per. */
function readPer(sentence: string): string[] {
  return [...sentence.matchAll(per)].flatMap(([whole]) => classOf(whole) ?? []);
}

function classOf(words: string): string | null {
  return classes.find(([, form]) => form.test(words))?.[0] ?? null;
}

const persons: ReadonlySet<string> = new Set(['person', 'customer', 'anyone']);
const fits = (told: string, counted: string) =>
  told === counted || ((told === 'anyone' || counted === 'anyone') && persons.has(told) && persons.has(counted));

/** Returns true unless the sentence tells a figure per something else than what an input counts. */
export function fitsPer(target: Target, count: Input, candidates: readonly Input[]): boolean {
  const { sentence, context, language } = target;
  const told = readPer(sentence);
  if (told.length === 0) return true;
  const counts = (input: Input) => {
    const head = input.figure.cell?.column;
    return head === undefined ? nounOf(input, context, language) : classOf(head);
  };
  const counted = counts(count);
  if (counted !== null) return told.some((one) => fits(one, counted));
  // "Per employee" of 40 countries is no figure per employee.
  if (count.figure.counts && language !== 'ja' && !told.includes('anyone'))
    return sharesNoun(perNouns(target), nounsOf(count, target));
  // In a table, another column may count what the sentence tells.
  return count.figure.cell === null || !candidates.some((one) => one.figure.cell && told.includes(counts(one) ?? ''));
}

/** Returns the kind of what a figure of a passage counts: by the words behind it, in Japanese those around it. */
function nounOf({ figure }: Input, context: string, language: Language | null): string | null {
  const at = context.indexOf(figure.shown);
  if (at === -1) return null;
  const from = language === 'ja' ? Math.max(0, at - 12) : at;
  return classOf(context.slice(from, at + figure.shown.length + (language === 'ja' ? 3 : 28)));
}

const rates: readonly [string, RegExp][] = [
  [
    'hour',
    /(?:an?|per|the|and) hour|hourly|(?:pro|je|die) Stunde|stündlich|par heure|de l.heure|por hora|a la hora|時間(?:当たり|あたり)|時給/iu,
  ],
  ['day', /(?:a|per|each|and) day|daily|(?:pro|am|je) Tag|täglich|par jour|al día|por día|diari|一日|1日|日額|毎日/iu],
  [
    'week',
    /(?:a|per|each|and) week|weekly|(?:pro|je|in der) Woche|wöchentlich|par semaine|hebdomadaire|a la semana|por semana|semanal|週(?!間前)|毎週/iu,
  ],
  [
    'month',
    /(?:a|per|each|and) month|monthly|(?:pro|im|je|und) Monat|monatlich|par mois|mensuel|al mes|por mes|mensual|月額|毎月|月(?=\d)|月間|ひと月/iu,
  ],
  [
    'quarter',
    /(?:a|per|each|and) quarter|quarterly|(?:pro|im|je) Quartal|par trimestre|al trimestre|四半期(?:ごと|当たり)/iu,
  ],
  [
    'year',
    /(?:a|per|each) year|yearly|annual|per annum|(?:pro|im|je) Jahr|jährlich|Jahres|par an|annuel|al año|por año|anual|年間|年額|毎年|年(?=\d[\d,.]*(?:万|億)?円)|年に/iu,
  ],
];

/** Returns the period of time that a text tells its figures per, if it tells one: "47,500 a month". */
export function readRate(text: string): string | null {
  const found = rates.filter(([, form]) => form.test(text)).map(([name]) => name);
  return found.length === 1 ? (found[0] ?? null) : null;
}
