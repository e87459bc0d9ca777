import { readDays } from '@ecp/language/dates';
import { findLanguage } from '@ecp/language/detect-language';
import { readNumberStyle } from '@ecp/language/number-style';
import { readQuantities } from '@ecp/language/quantities';
import type { PromptInputs, PromptOutputs } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { isStatement, makeTextQuery, rankPassages } from './material/rank-passages.ts';
import { readMaterial } from './material/read-material.ts';
import { readStems } from './material/words.ts';

type Input = PromptInputs['grid'];
type Answer = PromptOutputs['grid']['answers'][number];

/** A statement that has fewer of the question's words answers another one. */
const leastShare = 1 / 2;

/**
 * Words of a change, by which a question asks for one: "By how much does the rent rise?" is not
 * answered by the rent.
 */
const change = new RegExp(
  [
    String.raw`(?<!\p{L})(?:ris(?:e|es|ing|en)|rose|increas|grow|grew|fall|fell|decreas|declin|escalat|uplift|step(?:s|ped)? up)`,
    String.raw`(?<!\p{L})(?:steig|stieg|erhöh|anheb|angehoben|senk|sink|sank|fällt|fielen|staffel|wächst|wuchs|zunahme|abnahme)`,
    String.raw`(?<!\p{L})(?:augment|hausse|baiss|diminu|majoré|relev|progress)`,
    String.raw`(?<!\p{L})(?:sub(?:e|en|ió|irá|ida)(?!\p{L})|aument|baj(?:a|an|ó|ada)|disminu|increment|crec)`,
    '上が|上昇|増え|増加|減|下が|引き?上げ|値上げ',
    String.raw`(?<!\p{L})(?:index|indexier|indiz)`,
  ].join('|'),
  'iu',
);

/**
 * Answers each question by the sentence or table row that has most of its words. It quotes and
 * never concludes.
 */
export async function answerGrid(
  input: Input,
  timeSlice: TimeSlice,
): Promise<PromptOutputs['grid']> {
  const { language } = input.engagement;
  const given = input.passages.map(({ place, text }) => {
    const label = input.filename;
    const origin = {
      kind: 'source',
      label,
      location: place,
      language: findLanguage(text) ?? language,
    } as const;
    return { origin, text };
  });
  const { passages, tables } = await readMaterial(given, timeSlice);
  const statements = passages.filter((passage) => isStatement(passage) && !passage.clipped);
  const rows = tables.flatMap(({ header, rows: all }) => all.map((cells) => ({ header, cells })));
  const answers: Answer[] = [];
  for (const [at, column] of input.columns.entries()) {
    // The search quotes the same words again, so a refused answer is given up.
    const isRefused = input.refused.some((one) => one.column === at + 1);
    const query = makeTextQuery(`${column.name} ${column.question}`);
    const least = Math.max(1, makeTextQuery(column.question).size * leastShare);
    const asksForChange = change.test(column.question);
    const fits = (text: string) => !asksForChange || change.test(text);
    const ranked = isRefused ? [] : await rankPassages(statements, query, timeSlice);
    const fitting = ranked
      .filter(({ hits, passage }) => hits >= least && fits(passage.text))
      .map(({ passage }) => passage.text);
    const found = fitting.flatMap((text) => readSentence(text, column.type) ?? [])[0];
    const fittingRows = rows.filter(({ header, cells }) =>
      fits(`${header.join(' ')} ${cells.join(' ')}`),
    );
    const row =
      found || isRefused ? null : findRow(fittingRows, new Set(query.keys()), least, column.type);
    answers.push({ column: at + 1, ...(found ?? row ?? nothing) });
  }
  return { answers };
}

const nothing = { found: false, quote: '', answer: '', value: '' };

type Found = Omit<Answer, 'column'>;

/** Returns the sentence as the answer, with the value of the type in it; null if it holds none. */
function readSentence(text: string, type: Input['columns'][number]['type']): Found | null {
  const value = valueIn(text, type);
  return value === null ? null : { found: true, quote: text, answer: text, value };
}

const negation =
  /(?<!\p{L})(?:no|not|none|never|without|cannot|kein\p{L}*|nicht|ohne|pas|aucune?|sans|ningun\p{L}*|sin)(?!\p{L})|ない|なし|ません/iu;

function valueIn(text: string, type: Input['columns'][number]['type']): string | null {
  if (type === 'text') return text;
  if (type === 'boolean') return negation.test(text) ? 'no' : 'yes';
  const style = readNumberStyle(text);
  if (type === 'date') {
    const day = readDays(text, style.language).find(
      ({ year, day: of }) => year !== null && of !== null,
    );
    return day ? day.text : null;
  }
  const number = readQuantities(text, style).find(
    ({ names, form }) => names === null && form === 'digits',
  );
  return number ? number.text.trim() : null;
}

/** Finds the row with most words of the question, and its cell below the head with most of them. */
function findRow(
  rows: readonly { header: string[]; cells: string[] }[],
  wanted: ReadonlySet<string>,
  least: number,
  type: Input['columns'][number]['type'],
): Found | null {
  const shared = (text: string) => new Set(readStems(text).filter((stem) => wanted.has(stem))).size;
  const rated = rows
    .map((row) => ({
      ...row,
      hits: shared(`${row.header.join(' ')} ${row.cells.join(' ')}`),
      own: shared(row.cells.join(' ')),
    }))
    .filter(({ hits, own }) => hits >= least && own > 0)
    .toSorted((one, other) => other.own - one.own || other.hits - one.hits);
  for (const { header, cells } of rated) {
    const quote = cells.join(' | ');
    const named = header
      .map((head, at) => ({ at, hits: shared(head) }))
      .filter(({ at }) => at > 0)
      .toSorted((one, other) => other.hits - one.hits);
    for (const { at } of named) {
      const value = valueIn(cells[at] ?? '', type === 'text' ? 'text' : type);
      if (value) return { found: true, quote, answer: quote, value };
    }
  }
  return null;
}
