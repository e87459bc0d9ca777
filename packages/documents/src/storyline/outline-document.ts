import { detectLanguage } from '@ecp/language/detect-language';
import { findGeneral } from '@ecp/language/head-units';
import { type Language, languages } from '@ecp/language/language';
import type { PageOneLabelled } from '@ecp/language/page-one-texts';
import { slideTexts, topicOfHeading } from '@ecp/language/slide-heads';
import { isSourceLine, pageOnePartOf } from '@ecp/markdown/page-one';
import { parseMarkdown } from '@ecp/markdown/parse-markdown';
import {
  foldTitle,
  frontMatterOf,
  isAnswersSection,
  sectionNumber,
} from '@ecp/markdown/sectioned-document';
import type { FootnoteDefinition, List, Paragraph, RootContent } from 'mdast';
import type { SlideKind, SlideTable } from '../deck/deck-types.ts';
import { outlineList, outlineTable } from './outline-table.ts';
import { type CitedText, distinct, plainSentences, plainText } from './plain-text.ts';

/** What slides can show of a document. */
export interface DocumentOutline {
  language: Language;
  /** Its first heading; empty without one. */
  title: string;
  /** True if its sections begin with numbers, which a slide alone does not need. */
  isNumbered: boolean;
  /** The labelled parts of its first page; empty for a document without one. */
  pageOne: OutlinePart[];
  /** The first paragraphs below its title, as sentences. */
  lead: CitedText[];
  exhibits: OutlineExhibit[];
  /** The texts of its footnotes, by label in lower case, with the labels that they refer to. */
  footnotes: { label: string; text: string; refersTo: string[] }[];
}

interface OutlinePart {
  part: PageOneLabelled;
  label: string;
  sentences: CitedText[];
  /** The figures of its list, with the words behind each. */
  figures: { value: string; words: CitedText }[];
}

/** A chart, a table or a list that a slide can show, with the words around it. */
export interface OutlineExhibit {
  type: 'chart' | 'table' | 'list';
  /** Its place among the exhibits of its type, from 1. */
  number: number;
  kind: SlideKind;
  /** The heading above it. */
  section: string;
  /** The line in bold above it; empty without one. */
  takeaway: CitedText;
  /** Text of the block of a chart; empty for others. */
  chart: string;
  table: SlideTable | null;
  /** Labels of the footnotes in a table or a list. */
  labels: string[];
  /** The source that the line below it names; empty without one. */
  source: string;
  /** Labels of the footnotes that the paragraph right above a table cites. */
  leadLabels: string[];
  /** Sentences of the paragraphs after it, up to the next heading or exhibit. */
  words: CitedText[];
}

const mostExhibits = 150;
const mostSentences = 12;
const nothing: CitedText = { text: '', labels: [] };

/** Reads a document as slides can show it. Linear in its length. */
export function outlineDocument(markdown: string): DocumentOutline {
  const body = markdown.slice(frontMatterOf(markdown).length);
  const language = detectLanguage(body);
  const reading: Reading = {
    language,
    outline: {
      language,
      title: '',
      isNumbered: false,
      pageOne: [],
      lead: [],
      exhibits: [],
      footnotes: [],
    },
    section: '',
    sections: [],
    isSkipped: false,
    isOpening: true,
    takeaway: nothing,
    part: null,
    listed: false,
    current: null,
    lead: nothing,
    counts: { chart: 0, table: 0, list: 0 },
  };
  for (const { root } of parseMarkdown(body, { hasUndefinedFootnotes: true }))
    for (const node of root.children) readBlock(node, reading);
  const numbered = reading.sections.filter((title) => sectionNumber.test(title));
  reading.outline.isNumbered = numbered.length > 1 && numbered.length * 2 > reading.sections.length;
  return reading.outline;
}

interface Reading {
  language: Language;
  outline: DocumentOutline;
  section: string;
  /** All headings below the title. */
  sections: string[];
  /** True in a section that answers reviewers, which is no part of the paper. */
  isSkipped: boolean;
  /** True above the second heading. */
  isOpening: boolean;
  takeaway: CitedText;
  /** The part of the first page whose list comes next. */
  part: OutlinePart | null;
  /** True once the section has a slide of its list. */
  listed: boolean;
  current: OutlineExhibit | null;
  /** The paragraph above, if nothing stands between. */
  lead: CitedText;
  counts: Record<OutlineExhibit['type'], number>;
}

function readBlock(node: RootContent, reading: Reading): void {
  const { outline } = reading;
  if (node.type === 'footnoteDefinition') {
    outline.footnotes.push(readDefinition(node));
    return;
  }
  if (node.type === 'heading') {
    const { text } = plainText(node.children);
    if (node.depth === 1 && outline.title === '') outline.title = text;
    else {
      reading.isOpening = false;
      reading.sections.push(text);
    }
    reading.section = node.depth === 1 ? '' : text;
    reading.isSkipped = isAnswersSection(`## ${text}`);
    Object.assign(reading, {
      takeaway: nothing,
      part: null,
      listed: false,
      current: null,
      lead: nothing,
    });
    return;
  }
  if (reading.isSkipped || outline.exhibits.length >= mostExhibits) return;
  if (node.type === 'paragraph') readParagraph(node, reading);
  else if (node.type === 'code' && node.lang === 'chart') addChart(node.value, reading);
  else if (node.type === 'table') {
    const heads = { takeaway: reading.takeaway.text, section: reading.section };
    addExhibit(reading, 'table', outlineTable(node, heads));
  } else if (node.type === 'list') readList(node, reading);
  if (node.type !== 'paragraph') Object.assign(reading, { takeaway: nothing, lead: nothing });
}

function readParagraph({ children }: Paragraph, reading: Reading): void {
  const { outline, current } = reading;
  const calls = children.filter(({ type }) => type !== 'footnoteReference');
  const [first] = children;
  if (first?.type === 'strong' && reading.isOpening) {
    const label = plainText(first.children).text;
    const part = pageOnePartOf(label);
    if (part !== null) {
      const sentences = plainSentences(children.slice(1));
      reading.part = { part, label: label.replace(/[\s:：.]+$/u, ''), sentences, figures: [] };
      outline.pageOne.push(reading.part);
      return;
    }
  }
  const { text, labels } = plainText(children);
  reading.lead = { text, labels };
  if (isSourceLine(text) && current && current.words.length === 0) {
    current.source = text.replace(/^[^:：]*[:：]\s*/u, '');
    current.labels = distinct([...current.labels, ...labels]);
    return;
  }
  // A line between the takeaway and its table says what all values are.
  if (reading.takeaway !== nothing && isRemark(text, reading.language)) return;
  if (calls.length === 1 && first?.type === 'strong') {
    reading.takeaway = { text, labels };
    reading.current = null;
    return;
  }
  reading.takeaway = nothing;
  // A paragraph in italics is a remark about the paper.
  if (calls.length === 1 && first?.type === 'emphasis') return;
  const sentences = plainSentences(children);
  if (current && current.words.length < mostSentences) current.words.push(...sentences);
  if (reading.isOpening && outline.lead.length < mostSentences) outline.lead.push(...sentences);
}

function readList(node: List, reading: Reading): void {
  if (reading.part?.part === 'figures') {
    for (const { children } of node.children) {
      const [entry] = children;
      if (entry?.type === 'paragraph') reading.part.figures.push(readFigure(entry));
    }
    reading.part = null;
    return;
  }
  if (reading.isOpening) {
    for (const { children } of node.children) {
      const [entry] = children;
      if (entry?.type === 'paragraph' && reading.outline.lead.length < mostSentences) {
        reading.outline.lead.push(...plainSentences(entry.children));
      }
    }
  }
  const topic = topicOfHeading(reading.takeaway.text) ?? topicOfHeading(reading.section);
  if (topic === null || topic === 'comparison' || reading.listed) return;
  const { step, when, risks: risk } = slideTexts[reading.language];
  reading.listed = true;
  const found =
    topic === 'motions'
      ? outlineList(node, 'next_steps', { step: reading.section, when, risk })
      : outlineList(node, topic, { step, when, risk });
  addExhibit(reading, 'list', found);
}

/** Separates the figure in bold from the words behind it. */
function readFigure({ children }: Paragraph): OutlinePart['figures'][number] {
  const [first] = children;
  const value = first?.type === 'strong' ? plainText(first.children).text : '';
  const words = plainText(value === '' ? children : children.slice(1));
  const { labels } = plainText(children);
  return { value, words: { text: words.text.replace(/^[\s,:：.–—-]+/u, ''), labels } };
}

function addChart(source: string, reading: Reading): void {
  addExhibit(reading, 'chart', { kind: 'exhibit', table: null, labels: [], more: [] }, source);
}

function addExhibit(
  reading: Reading,
  type: OutlineExhibit['type'],
  found: { kind: SlideKind; table: SlideTable | null; labels: string[]; more: CitedText[] } | null,
  chart = '',
): void {
  reading.counts[type] += 1;
  reading.current = null;
  if (!found) return;
  const { kind, labels, more } = found;
  const { text } = reading.lead;
  const hasRemark = type === 'table' && found.table !== null && isRemark(text, reading.language);
  const table = hasRemark && found.table !== null ? { ...found.table, remark: text } : found.table;
  reading.current = {
    type,
    kind,
    chart,
    table,
    labels,
    source: '',
    words: [...more],
    leadLabels: reading.lead.labels,
    number: reading.counts[type],
    section: reading.section,
    takeaway: reading.takeaway,
  };
  reading.outline.exhibits.push(reading.current);
}

/** Characters of a line that says the unit of a table. */
const longestRemark = 120;

/**
 * Tells whether a line above a table says of all its values what they are: "All amounts in thousand
 * euros".
 */
const isRemark = (text: string, language: Language): boolean =>
  text !== '' &&
  text.length <= longestRemark &&
  [language, ...languages].some((one) => findGeneral(text, one) !== null);

function readDefinition({
  identifier,
  children,
}: FootnoteDefinition): DocumentOutline['footnotes'][number] {
  const parts = children.flatMap((child) =>
    child.type === 'paragraph' ? [plainText(child.children)] : [],
  );
  return {
    label: identifier.toLowerCase(),
    text: parts
      .map(({ text }) => text)
      .join(' ')
      .slice(0, 2_000),
    refersTo: distinct(parts.flatMap(({ labels }) => labels)),
  };
}

/**
 * Names an exhibit by its words, so that it is found again in another version of its document.
 * @param chartTitle that of a chart; empty for others
 */
export const keyOfExhibit = (
  { type, takeaway, section }: OutlineExhibit,
  chartTitle: string,
): string => `${type} ${foldTitle(takeaway.text || chartTitle || section)}`;
