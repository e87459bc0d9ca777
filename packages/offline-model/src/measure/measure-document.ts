import { readBody, splitDocument } from '../revision/parse-document.ts';
import { readStems } from '../text/read-words.ts';

/** The counts of a deliverable. */
export interface DocumentMeasures {
  words: number;
  sections: number;
  listItems: number;
  tables: number;
  /** Rows of tables without headers. */
  tableRows: number;
  /** References in the text: footnotes and links. */
  citations: number;
  /** Number of different documents that the footnotes name. */
  citedSources: number;
  figures: number;
  openQuestions: number;
  nextSteps: number;
  risks: number;
  stems: ReadonlySet<string>;
}

/** Counts the measurable properties of a markdown deliverable. */
export function measureDocument(markdown: string): DocumentMeasures {
  const document = splitDocument(markdown);
  const body = document.opening + document.sections.map((section) => section.raw).join('');
  const lines = body.split('\n');
  const countEntries = (pattern: RegExp) =>
    document.sections
      .filter((section) => pattern.test(section.title))
      .flatMap((section) => readBody(section).split('\n'))
      .filter((line) => /^\s*(?:[-*+]|\d+[.)]|\|(?!\s*:?-))\s?/.test(line)).length;
  const rules = lines.filter((line) => /^\|?\s*:?-{3,}:?\s*\|/.test(line)).length;
  const sources = document.footnotes.map(
    (line) => /^\[\^[^\]]+\]: ([^:]{1,200}?)(?:, section|:|$)/.exec(line)?.[1] ?? line,
  );
  return {
    words: body.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*/gu)?.length ?? 0,
    sections: document.sections.length,
    listItems: lines.filter((line) => /^\s*(?:[-*+]|\d+[.)])\s/.test(line)).length,
    tables: rules,
    tableRows: Math.max(0, lines.filter((line) => /^\|/.test(line)).length - 2 * rules),
    citations: body.match(/\[\^[^\]\s]+\]|\]\(https?:/g)?.length ?? 0,
    citedSources: new Set(sources).size,
    figures: body.replace(/\[\^[^\]]*\]/g, '').match(/\d+(?:[.,]\d+)*/g)?.length ?? 0,
    openQuestions: countEntries(/open|question|unknown|gap/i),
    nextSteps: countEntries(/next step|action|roadmap|plan|recommend|milestone|phase/i),
    risks: countEntries(/risk|assumption|limitation|caveat/i),
    stems: new Set(readStems(body)),
  };
}

/** Returns how close a count is to enough, 0 to 1, with diminishing returns. */
export function saturate(count: number, enough: number): number {
  return 1 - Math.exp((-1.6 * count) / enough);
}
