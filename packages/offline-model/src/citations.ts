import type { Language } from '@ecp/language/language';
import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import type { Frame } from './frame/en.ts';
import { clipText } from './material/read-blocks.ts';
import type { Origin, Passage } from './material/read-material.ts';

/**
 * Double quotation marks by language. A straight mark after a letter or digit means inches and
 * opens no quotation.
 */
const pairs =
  /“([^“”]*)”|„([^„“”]*)[“”]|«\s?([^«»]*?)\s?»|「([^「」]*)」|(?<![\p{L}\p{N}])"(?=\S)([^"]*?)(?<=\S)"(?![\p{L}\p{N}])/gu;
const isOnePair = new RegExp(`^(?:${pairs.source})$`, 'u');
const groups = 5;

/** A pattern of words in double quotation marks of any language, and the number of its groups. */
export const quotation = { source: pairs.source, groups };

/** The sign between a source and its words. */
const colons: Record<Language, string> = { en: ': ', de: ': ', fr: '\u202f: ', es: ': ', ja: '：' };
const marks: Record<Language, { outer: [string, string]; inner: [string, string] }> = {
  en: { outer: ['“', '”'], inner: ['‘', '’'] },
  de: { outer: ['„', '“'], inner: ['‚', '‘'] },
  fr: { outer: ['«\u202f', '\u202f»'], inner: ['“', '”'] },
  es: { outer: ['«', '»'], inner: ['“', '”'] },
  ja: { outer: ['「', '」'], inner: ['『', '』'] },
};

/** Quotes words of the material in a language's marks. Inner quotations get the inner marks. */
export function quoteText(words: string, language: Language): string {
  const [open, close] = marks[language].outer;
  return `${open}${nestQuotes(words, language)}${close}`;
}

/** Changes the marks inside words that will be quoted. */
export function nestQuotes(words: string, language: Language): string {
  const [, ...inside] = isOnePair.exec(words) ?? [];
  const alone = inside.find((part) => part !== undefined);
  if (alone !== undefined) return alone;
  const [open, close] = marks[language].inner;
  return words.replace(pairs, (_all, ...parts: (string | undefined)[]) => {
    return `${open}${parts.slice(0, groups).find((part) => part !== undefined) ?? ''}${close}`;
  });
}

export interface Citations {
  /** Returns the reference to put after a quote, `[^3]`. A passage always has the same number. */
  cite: (passage: { origin: Pick<Origin, 'label' | 'location'>; text: string }) => string;
  citeTable: (origin: Pick<Origin, 'label' | 'location'>) => string;
  /**
   * Returns the reference to a source of another document's footnote, given as that document
   * defines it.
   */
  copy: (definition: string) => string;
  citeQuery: (id: string) => string;
  /** Returns the definitions of the footnotes in order of their numbers, one per line. */
  readDefinitions: () => string[];
}

export interface Writing {
  frame: Frame;
  language: Language;
  citations: Citations;
}

const maxQuoteLength = 150;

/**
 * Makes an empty collection of definitions in the form of the citation check, and in the marks of a
 * language.
 * @param existing definitions of a document ("[^1]: …"); they keep their numbers, and new numbers
 * come after the
 * highest
 */
export function createCitations(language: Language, existing: readonly string[] = []): Citations {
  const numbers = new Map<string, number>();
  for (const line of existing) {
    const match = /^\[\^(\d{1,6})\]: (.*)$/.exec(line.trimEnd());
    if (match?.[2] !== undefined) numbers.set(match[2], Number(match[1]));
  }
  const firstNumber = Math.max(0, ...numbers.values()) + 1;
  const added: string[] = [];
  const refer = (definition: string): string => {
    const known = numbers.get(definition);
    if (known !== undefined) return `[^${known}]`;
    const next = firstNumber + added.length;
    numbers.set(definition, next);
    added.push(`[^${next}]: ${definition}`);
    return `[^${next}]`;
  };
  return {
    cite: ({ origin, text }) => {
      const [open, close] = marks[language].outer;
      const words = clipText(nestQuotes(text, language), maxQuoteLength);
      return refer(
        escapeMarkdown(`${nameOrigin(origin)}${colons[language]}${open}${words}${close}`),
      );
    },
    citeTable: (origin) => refer(escapeMarkdown(nameOrigin(origin))),
    copy: refer,
    citeQuery: (id) => refer(`Query ${id}`),
    readDefinitions: () => added,
  };
}

/** Names an origin as a footnote does: "Brief"; "survey.csv"; "report.pdf, page 3". */
export function nameOrigin({ label, location }: Pick<Origin, 'label' | 'location'>): string {
  return location && location !== label ? `${label}, ${location}` : label;
}

/**
 * Writes a passage as a quote in the marks of the document's language, with its footnote:
 * “words”[^1].
 */
export function quotePassage(passage: Passage, citations: Citations, language: Language): string {
  const words = `${passage.text}${passage.clipped ? ' …' : ''}`;
  return `${escapeMarkdown(quoteText(words, language))}${citations.cite(passage)}`;
}

export function writeList(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

/** Writes a markdown table. Cells must already be escaped. */
export function writeTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => (cell === '' ? '–' : cell)).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}
