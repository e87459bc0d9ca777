import { readHeadings } from '../frame/frame-of.ts';

/** The counts of a document. */
export interface DocumentMeasures {
  words: number;
  sections: number;
  /** Rows of tables without heads. */
  tableRows: number;
  /** References in the text: footnotes and links. */
  citations: number;
  /** Number of different documents that the footnotes name. */
  citedSources: number;
  figures: number;
  /** Entries of the sections on gaps and open questions, in any language. */
  openEntries: number;
  /** True when a section on gaps or open questions exists. */
  namesOpen: boolean;
}

/** Any model may write the document, so only the words of its headings tell a section on open points. */
const openHeadings = new Set((['gaps', 'questions'] as const).flatMap(readHeadings));
const openWords = /open|question|unknown|gap|offen|frage|lücke|ouvert|lacune|abiert|pregunta|laguna|未解決|不足|確認/iu;

/** True for the heading of a section on gaps or open questions. */
export const isOpenHeading = (title: string): boolean => openHeadings.has(title) || openWords.test(title);
const words = new Intl.Segmenter('ja', { granularity: 'word' });

/** Counts the measurable properties of a markdown document. */
export function measureDocument(markdown: string): DocumentMeasures {
  const text = markdown.replace(/^---\n[\s\S]*?\n---\n/, '');
  const body = text.replace(/^\[\^[^\]\s]+\]: .*$/gm, '');
  const lines = body.split('\n');
  const [, ...sections] = body.split(/^## /m);
  const open = sections.filter((section) => isOpenHeading(section.split('\n', 1)[0] ?? ''));
  const isEntry = (line: string) => /^\s*(?:[-*+]|\d+[.)]|\|(?!\s*:?-))\s?/.test(line);
  const rules = lines.filter((line) => /^\|?\s*:?-{3,}:?\s*\|/.test(line)).length;
  const sources = [...text.matchAll(/^\[\^[^\]\s]+\]: ([^:,\n]{1,200})/gm)].map(([, source]) => source);
  return {
    words: countWords(body),
    sections: sections.length,
    tableRows: Math.max(0, lines.filter((line) => line.startsWith('|')).length - 2 * rules),
    citations: body.match(/\[\^[^\]\s]+\]|\]\(https?:/g)?.length ?? 0,
    citedSources: new Set(sources).size,
    figures: body.replace(/\[\^[^\]]*\]/g, '').match(/\d+(?:[.,]\d+)*/g)?.length ?? 0,
    openEntries: open.flatMap((section) => section.split('\n')).filter(isEntry).length,
    namesOpen: open.length > 0,
  };
}

function countWords(text: string): number {
  const spaced = text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*/gu)?.length ?? 0;
  if (!/[\p{Script=Han}\p{Script=Hiragana}]/u.test(text)) return spaced;
  let count = 0;
  for (const { isWordLike } of words.segment(text)) if (isWordLike) count += 1;
  return count;
}

/** Returns how close a count is to enough, 0 to 1, with diminishing returns. */
export function saturate(count: number, enough: number): number {
  return 1 - Math.exp((-1.6 * count) / enough);
}
