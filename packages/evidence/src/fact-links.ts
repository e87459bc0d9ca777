import { locales } from '@ecp/language/formats';
import type { Language } from '@ecp/language/language';
import { escapeMarkdown, foldSpaces } from '@ecp/markdown/rendered-text';
import { findQuotedSpans } from './document.ts';

/** A named result of a notebook entry, to which a model's text links as `fact:<id>`. */
export interface LinkedFact {
  id: string;
  label: string;
  value: number | string | boolean;
  unit: string | null;
  period: string | null;
  entryNumber: number;
  entryId: string;
  kind: 'query' | 'code' | 'model' | 'passage';
  queryId?: string;
}

/** Words of a source, to which a model's text links as `passage:p<number of its entry>`. */
export interface LinkedPassage {
  id: string;
  filename: string;
  /** A page, sheet or section. It is null for a whole file. */
  place: string | null;
  words: string;
}

/** The target that a link names: `fact:margin-2019`, `passage:p3`. */
export interface LinkTarget {
  kind: 'fact' | 'passage';
  id: string;
}

/** Limits the characters of an id that a footnote repeats. */
const maxId = 120;

/** Reads the address of a link. Returns null for an address of anything else. */
export function readLinkTarget(url: string): LinkTarget | null {
  const [, kind, id = ''] = /^(fact|passage):(.+)$/iu.exec(url.trim()) ?? [];
  if (kind === undefined) return null;
  const name = foldSpaces(id).slice(0, maxId).toWellFormed().toLowerCase();
  return { kind: kind.toLowerCase() === 'fact' ? 'fact' : 'passage', id: name };
}

/** Writes what a link names as a part of a footnote. A target that does not exist is its address. */
export type WriteTarget = (target: LinkTarget) => { text: string; isMissing: boolean };

/** Makes the writer of the parts of footnotes for a document in a language. */
export function targetWriter(
  facts: readonly LinkedFact[],
  passages: readonly LinkedPassage[],
  language: Language,
): WriteTarget {
  const factsById = new Map(facts.map((fact) => [fact.id.toLowerCase(), fact]));
  const passagesById = new Map(passages.map((passage) => [passage.id.toLowerCase(), passage]));
  const written = new Map<string, ReturnType<WriteTarget>>();
  const labelCounts = new Map<string, number>();
  for (const fact of facts) {
    const key = labelKey(fact);
    labelCounts.set(key, (labelCounts.get(key) ?? 0) + 1);
  }
  const isAlone = (fact: LinkedFact) => labelCounts.get(labelKey(fact)) === 1;
  const write: WriteTarget = ({ kind, id }) => {
    const fact = kind === 'fact' ? factsById.get(id) : undefined;
    const passage = kind === 'passage' ? passagesById.get(id) : undefined;
    if (fact !== undefined)
      return { text: writeFact(fact, language, isAlone(fact)), isMissing: false };
    if (passage !== undefined) return { text: writePassage(passage), isMissing: false };
    return { text: escapeMarkdown(`${kind}:${id}`), isMissing: true };
  };
  return (target) => {
    const key = `${target.kind}:${target.id}`;
    const part = written.get(key) ?? write(target);
    written.set(key, part);
    return part;
  };
}

const labelKey = ({ entryNumber, label }: LinkedFact): string =>
  `${entryNumber} ${foldSpaces(label).toLowerCase()}`;

/** Writes a fact, with its period where another fact of its entry has the same label. */
function writeFact(
  { label, value, unit, period, entryNumber }: LinkedFact,
  language: Language,
  isAlone: boolean,
): string {
  const valueText = showFactValue(value, unit, language);
  const name = isAlone || period === null ? label : `${label}, ${period}`;
  return `Notebook ${entryNumber}: ${quote(`${foldSpaces(name)}: ${valueText}`)}`;
}

/** Digits that a number of double precision surely has. */
const sureDigits = 12;

/**
 * Writes the value of a fact with its unit, in the numbers of a language. A share of 1 in percent
 * has no unit, because 0.127 % would be another value.
 */
function showFactValue(
  value: number | string | boolean,
  unit: string | null,
  language: Language,
): string {
  if (typeof value !== 'number') return foldSpaces(String(value));
  const format = new Intl.NumberFormat(locales[language], {
    maximumSignificantDigits: sureDigits,
    useGrouping: 'min2',
  });
  const isShare = unit?.trim() === '%' && Math.abs(value) <= 1;
  const name = unit === null || isShare ? '' : foldSpaces(unit);
  return name === '' ? format.format(value) : `${format.format(value)} ${name}`;
}

/** Limits the characters between quotation marks that the check of footnotes reads as a quote. */
const longestQuote = 2_900;

function writePassage({ filename, place, words }: LinkedPassage): string {
  const sourceNames = [filename, place ?? ''].map(foldSpaces).filter((part) => part !== '');
  return `${escapeMarkdown(sourceNames.join(', '))}: ${quote(shorten(foldSpaces(words)))}`;
}

/** Leaves out the middle of words that are too long for a quote. */
function shorten(words: string): string {
  if (words.length <= longestQuote) return words;
  const half = longestQuote / 2 - 10;
  const start = words.slice(0, words.lastIndexOf(' ', half)).toWellFormed();
  const end = words.slice(words.indexOf(' ', words.length - half)).toWellFormed();
  return start.length > half / 2 && end.length > half / 2
    ? `${start} …${end}`
    : `${words.slice(0, half).toWellFormed()} … ${words.slice(-half).toWellFormed()}`;
}

const marks: readonly (readonly [string, string])[] = [
  ['“', '”'],
  ['«', '»'],
  ['「', '」'],
  ['„', '“'],
];

/** Quotes words in marks that no mark inside the words ends, as escaped markdown. */
function quote(words: string): string {
  const isWhole = (text: string) => {
    const head = 'Notebook 1: ';
    const [first, ...others] = findQuotedSpans(head + text);
    return first?.start === head.length && first.end === head.length + text.length && !others[0];
  };
  const quoted = marks.map(([open, close]) => `${open}${words}${close}`).find(isWhole);
  const plain = quoted ?? `“${words.replace(/[“”„«»「」"]/gu, '’')}”`;
  return escapeMarkdown(plain);
}
