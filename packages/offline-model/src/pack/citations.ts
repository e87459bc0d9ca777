import type { Language } from '@ecp/language/language';
import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import type { Origin, Passage } from '../material/passage.ts';
import { clipText } from '../text/clean-line.ts';
import { nestQuotes, quoteText } from '../text/quote-text.ts';

/** Collects the footnotes of one document. */
export interface Citations {
  /** Returns the reference to put after a quote, `[^3]`. A passage always has the same number. */
  cite: (passage: { origin: Pick<Origin, 'label' | 'location'>; text: string }) => string;
  /** Returns the reference to a table of a source. */
  citeTable: (origin: Pick<Origin, 'label' | 'location'>) => string;
  /** Returns the reference to what another document's footnote names, given as that document defines it. */
  copy: (definition: string) => string;
  /** Returns the reference to a calculation over what other footnotes name: `= 1 + 2 = 3; [^1]`. */
  citeCalculation: (expression: string, result: string, sources: readonly string[]) => string;
  /** Returns the reference to a recorded query. */
  citeQuery: (id: string) => string;
  /** Returns the definitions of the footnotes in order of their numbers, one per line. */
  readDefinitions: () => string[];
}

const maxQuoteLength = 150;

/**
 * Makes an empty collection. Definitions have the form that the check of citations reads: title, location, quoted
 * words.
 * @param existing definitions that a document already has ("[^1]: …"); a passage cited there keeps its number, and new
 *   numbers come after the highest
 */
export function createCitations(existing: readonly string[] = []): Citations {
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
      const words = clipText(nestQuotes(text, 'en'), maxQuoteLength);
      return refer(escapeMarkdown(`${nameOrigin(origin)}: “${words}”`));
    },
    citeTable: (origin) => refer(escapeMarkdown(nameOrigin(origin))),
    copy: refer,
    citeCalculation: (expression, result, sources) =>
      refer(`= ${expression} = ${result.replaceAll('\u00a0', ' ')}; ${sources.join(', ')}`),
    citeQuery: (id) => refer(`Query ${id}`),
    readDefinitions: () => added,
  };
}

/** Names an origin as a footnote does: "Brief"; "survey.csv"; "report.pdf, page 3". */
export function nameOrigin({ label, location }: Pick<Origin, 'label' | 'location'>): string {
  return location && location !== label ? `${label}, ${location}` : label;
}

/** Writes a passage as a quote in the marks of the document's language, with its footnote: “words”[^1]. */
export function quotePassage(passage: Passage, citations: Citations, language: Language): string {
  return `${quoteWords(passage, language)}${citations.cite(passage)}`;
}

/** Writes a passage as a quote in the marks of the document's language, without a footnote. */
export function quoteWords({ text, clipped }: Pick<Passage, 'text' | 'clipped'>, language: Language): string {
  return escapeMarkdown(quoteText(`${text}${clipped ? ' …' : ''}`, language));
}
