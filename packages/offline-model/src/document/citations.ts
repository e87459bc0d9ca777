import { escapeMarkdown } from '@ecp/markdown/escape-markdown';
import type { Origin, Passage } from '../evidence/passage.ts';
import { clipText } from '../text/clean-line.ts';
import { nestQuotes, quoteText } from '../text/quote-text.ts';

/** Collects the footnotes of one document. */
export interface Citations {
  /** Returns the reference to put after a quote, `[^3]`. A passage always has the same number. */
  cite: (passage: Passage) => string;
  /** Returns the reference to a table of a source. */
  citeTable: (origin: Origin, heading: string | null) => string;
  /** Returns the definitions of the footnotes in order of their numbers, one per line. */
  readDefinitions: () => string[];
}

const maxQuoteLength = 150;

/**
 * Makes an empty collection.
 * @param firstNumber number of the first new footnote
 * @param existing definitions that a document already has ("[^1]: …"); a passage cited there keeps its number
 */
export function createCitations(firstNumber = 1, existing: string[] = []): Citations {
  const numbers = new Map<string, number>();
  for (const line of existing) {
    const match = /^\[\^(\d{1,6})\]: (.*)$/.exec(line);
    if (match?.[2] !== undefined) numbers.set(match[2], Number(match[1]));
  }
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
    cite: (passage) => refer(`${describeOrigin(passage.origin, passage.heading)}: ${quoteStart(passage.text)}`),
    citeTable: (origin, heading) => refer(`${describeOrigin(origin, heading)}: table`),
    readDefinitions: () => added,
  };
}

/** Describes an origin: "Brief, section “Goals”"; "Source “Churn survey”, churn.csv". */
function describeOrigin(origin: Origin, heading: string | null): string {
  const name = {
    brief: 'Brief',
    source: `Source ${quoteText(origin.label)}`,
    deliverable: `Deliverable ${quoteText(origin.label)}`,
    colleague: `Colleague ${origin.label}`,
  }[origin.kind];
  const location = origin.location && origin.location !== origin.label ? `, ${origin.location}` : '';
  // The location of a web page already contains the section, because web pages are split at their headings.
  const section = heading && !location.includes(heading) ? `, section ${quoteText(heading)}` : '';
  return escapeMarkdown(`${name}${location}${section}`);
}

function quoteStart(text: string): string {
  return `“${escapeMarkdown(clipText(nestQuotes(text), maxQuoteLength))}”`;
}

/** Writes a passage as a quote with its footnote: “words” [^1]. */
export function quotePassage(passage: Passage, citations: Citations): string {
  const words = escapeMarkdown(nestQuotes(passage.text));
  return `“${words}${passage.clipped ? ' …' : ''}”${citations.cite(passage)}`;
}
