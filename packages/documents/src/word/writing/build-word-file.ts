import {
  AlignmentType,
  BorderStyle,
  Document,
  type FileChild,
  Footer,
  Header,
  type ISectionOptions,
  NoteNumberRestart,
  Packer,
  PageNumber,
  Paragraph,
  TableOfContents,
  TabStopType,
  TextRun,
} from 'docx';
import { chartKey } from '../../markdown/build-document.ts';
import { cleanLine, guessLanguage } from '../../markdown/build-inlines.ts';
import { type ReportLabels, reportLabels } from '../../reports/report-types.ts';
import { fillWords, type TeamWords, teamWords } from '../../reports/team-words.ts';
import { brandColors } from '../../typesetting/brand-colors.ts';
import { chooseCommonLanguage, showScore, showStatus } from '../../typesetting/print-document.ts';
import { type BaseDocument, numberNotes, readMarkdown } from '../markdown.ts';
import { digestFixed, durableIdOf, fixedPrefix, originProperties, styleId } from '../word-item.ts';
import type {
  DeliverableWordReport,
  EngagementWordReport,
  WordBranding,
  WordChapter,
  WordComment,
  WordFacts,
} from '../word-report.ts';
import { createPictures, hex, makeNumbering, makeStyles } from './word-styles.ts';
import {
  type ItemContext,
  writeFixed,
  writeFurtherNotes,
  writeItems,
  writeNote,
} from './write-items.ts';

/** Parts of a file that its documents fill. */
interface FileParts {
  notes: Record<string, { children: Paragraph[] }>;
  comments: { id: number; comment: WordComment['replies'][number]; parentId: number | null }[];
  shared: Pick<ItemContext, 'colors' | 'pictures' | 'lists' | 'styles' | 'fixed'>;
}

/** Writes a deliverable as a Word file that names its version, with comments at their passages. */
export async function buildDeliverableFile(report: DeliverableWordReport): Promise<Buffer> {
  const {
    document,
    facts: versionFacts,
    origin,
    comments,
    engagementName,
    client,
    branding,
    date,
  } = report;
  const parts = createParts(branding);
  const frame = frameWordsOf([document.markdown]);
  const base = readMarkdown(document.markdown);
  const head = writeHead(branding, parts.shared);
  const ownTitle = base.hasTitle
    ? null
    : writeFixed('Title', cleanLine(document.title), parts.shared);
  const about = [
    cleanLine(engagementName),
    cleanLine(client),
    ...(versionFacts ? describeVersion(versionFacts, frame) : []),
  ];
  const facts = writeFacts([...about, dateInWords(date, frame)], parts.shared);
  const body = writeChapter(
    { base, charts: document.charts, comments, prefix: 'd', lowered: 0 },
    parts,
  );
  const opening =
    ownTitle === null ? [...body.slice(0, 1), facts, ...body.slice(1)] : [ownTitle, facts, ...body];
  return pack(
    {
      sections: [[...head, ...opening]],
      title: titleOf(document, base),
      language: document.markdown,
    },
    { client, date, branding, frame },
    parts,
    [
      { name: originProperties.deliverableId, value: origin.deliverableId },
      ...(origin.hasNoFootnotes ? [{ name: originProperties.footnotes, value: 'none' }] : []),
      // A client's file holds no hashes.
      ...(versionFacts
        ? [{ name: originProperties.fixed, value: digestFixed(parts.shared.fixed) }]
        : []),
    ],
  );
}

/** Writes all deliverables of an engagement as one file: cover, contents, a chapter for each. */
export async function buildEngagementFile(report: EngagementWordReport): Promise<Buffer> {
  const { title, client, date, branding } = report;
  const parts = createParts(branding);
  const frame = frameWordsOf(report.documents.map(({ markdown }) => markdown));
  const chapters = report.documents.map((document, index) => {
    const base = readMarkdown(document.markdown);
    const heading = new Paragraph({
      heading: 'Heading1',
      children: [new TextRun(titleOf(document, base))],
    });
    const items = base.hasTitle ? base.items.filter((_, at) => at > 0) : base.items;
    const chapter = {
      base: { ...base, items },
      charts: document.charts,
      comments: [],
      prefix: `d${index}-`,
      lowered: 1,
    };
    const facts = document.facts
      ? [writeFacts(describeVersion(document.facts, frame), parts.shared)]
      : [];
    return [heading, ...facts, ...writeChapter(chapter, parts)];
  });
  const cover = writeCover({ title, client, date, branding, frame }, parts.shared);
  const opening = [...cover, ...writeContents(frame.labels.contents, parts.shared)];
  const language = report.documents.map(({ markdown }) => markdown.slice(0, 5_000)).join('\n');
  const sections = [opening, ...chapters];
  return pack(
    { sections, title: cleanLine(title), language },
    { client, date, branding, frame },
    parts,
    [],
  );
}

function titleOf(document: WordChapter, base: BaseDocument): string {
  const [first] = base.items;
  const heading = base.hasTitle && first?.item.t === 'heading' ? first.item.c : [];
  const words = heading.map((inline) => (inline.t === 'text' ? inline.v : '')).join('');
  return cleanLine(words) || cleanLine(document.title);
}

function createParts(branding: WordBranding): FileParts {
  const colors = brandColors(branding.primaryColor);
  return {
    notes: {},
    comments: [],
    shared: { colors, pictures: createPictures(), lists: new Map(), styles: new Set(), fixed: [] },
  };
}

interface Chapter {
  base: BaseDocument;
  charts: WordChapter['charts'];
  comments: readonly WordComment[];
  prefix: string;
  lowered: number;
}

function writeChapter(
  { base, charts, comments, prefix, lowered }: Chapter,
  parts: FileParts,
): FileChild[] {
  const ids = comments.map(({ replies, ...comment }) => addComment([comment, ...replies], parts));
  const placed = new Set<string>();
  let isInNote = false;
  const context: ItemContext = {
    ...parts.shared,
    prefix,
    lowered,
    charts: new Map(charts.map((chart) => [chartKey(chart.source), chart])),
    imageUrl: (name) => base.images[Number(name.replace('image-', '')) - 1],
    commentIds: (comment) => ids[comment] ?? [],
    noteNumbers: numberNotes(base),
    isPlaced: (label) => placed.has(label),
    addNote: (label) => {
      if (placed.has(label) || isInNote) return null;
      placed.add(label);
      const id = Object.keys(parts.notes).length + 1;
      isInNote = true;
      parts.notes[id] = { children: writeNote(base.notes.get(label)?.items ?? [], context) };
      isInNote = false;
      return id;
    },
  };
  return [...writeItems(base, comments, context), ...writeFurtherNotes(base, context)];
}

function addComment(thread: WordComment['replies'], { comments }: FileParts): number[] {
  const first = comments.length;
  const ids = thread.map((_, index) => first + index);
  for (const [index, comment] of thread.entries()) {
    comments.push({ id: first + index, comment, parentId: index === 0 ? null : first });
  }
  return ids;
}

interface Frame {
  client: string;
  date: string;
  branding: WordBranding;
  frame: FrameWords;
}

async function pack(
  {
    sections,
    title,
    language: sample,
  }: { sections: FileChild[][]; title: string; language: string },
  context: Frame,
  { notes, comments, shared }: FileParts,
  customProperties: { name: string; value: string }[],
): Promise<Buffer> {
  const language = guessLanguage(sample);
  const document = new Document({
    title,
    creator: cleanLine(context.branding.companyName ?? ''),
    description: '',
    styles: makeStyles(shared.colors, language === 'en' ? 'en-GB' : language, shared.styles),
    numbering: makeNumbering([...shared.lists.values()]),
    footnotes: notes,
    comments: { children: comments.map(writeComment) },
    customProperties,
    // Each document numbers its notes from 1.
    sections: sections.map((children, at) => ({
      ...makePage({ ...context, title, isFirst: at === 0 }),
      children,
    })),
  });
  return Packer.toBuffer(document);
}

function writeComment({ id, comment, parentId }: FileParts['comments'][number]) {
  const lines = comment.body.split(/\r?\n/);
  return {
    id,
    author: comment.author,
    initials: [...comment.author][0] ?? '',
    date: new Date(comment.createdAt),
    durableId: durableIdOf(comment.id),
    children: lines.map((line) => new Paragraph({ children: [new TextRun(line)] })),
    ...(parentId !== null && { parentId }),
  };
}

type CoverContext = Pick<ItemContext, 'colors' | 'pictures' | 'fixed'>;

const headRoom = { widthPx: 173, heightPx: 43 };
const coverRoom = { widthPx: 267, heightPx: 67 };

/** Writes what stands above the title of a deliverable: the firm with its logo, and a bar. */
function writeHead(branding: WordBranding, context: CoverContext): FileChild[] {
  return writeFirm(branding, headRoom, context);
}

/** Writes what stands below the title of a deliverable, on one line. */
function writeFacts(facts: readonly string[], context: CoverContext): FileChild {
  return writeFixed('Facts', facts.filter((fact) => fact !== '').join('  ·  '), context);
}

/** Puts what the team reads of a version into words, as the PDF does. */
function describeVersion(
  { version, wordCount, approvalStatus, score }: WordFacts,
  { words, labels }: FrameWords,
): string[] {
  const length = fillWords(words.words, { count: wordCount.toLocaleString(labels.locale) });
  const scored = score === null ? [] : [fillWords(words.qualityScore, { score: showScore(score) })];
  return [
    fillWords(words.version, { version }),
    length,
    showStatus(approvalStatus, words),
    ...scored,
  ];
}

/** The words around the documents of a file, in the language of most of them. */
interface FrameWords {
  labels: ReportLabels;
  words: TeamWords;
}

function frameWordsOf(markdowns: readonly string[]): FrameWords {
  const { tag, own } = chooseCommonLanguage(markdowns);
  return { labels: reportLabels[tag === 'ar' ? tag : own], words: teamWords[own] };
}

function writeCover(
  { title, client, date, branding, frame }: Frame & { title: string },
  context: CoverContext,
): FileChild[] {
  const space = new Paragraph({ style: styleId(`${fixedPrefix}Bar`), spacing: { before: 2_400 } });
  return [
    ...writeFirm(branding, coverRoom, context),
    space,
    new Paragraph({
      heading: 'Title',
      children: [new TextRun(cleanLine(title) || frame.words.report)],
    }),
    writeFacts([cleanLine(client), dateInWords(date, frame)], context),
  ];
}

/** Writes the table of contents. It has links and no pages, which only Word could count. */
function writeContents(title: string, context: CoverContext): FileChild[] {
  context.fixed.push(title);
  const style = styleId(`${fixedPrefix}Contents Head`);
  return [
    new Paragraph({ style, pageBreakBefore: true, children: [new TextRun(title)] }),
    new TableOfContents(title, {
      hyperlink: true,
      headingStyleRange: '1-2',
      pageNumbersEntryLevelsRange: '1-2',
    }),
  ];
}

function writeFirm(
  { companyName, logo }: WordBranding,
  room: typeof headRoom,
  context: CoverContext,
): FileChild[] {
  const company = companyName === null ? '' : cleanLine(companyName);
  const bar = { style: BorderStyle.SINGLE, size: 24, space: 1, color: hex(context.colors.bar) };
  const picture = logo && context.pictures.logo(logo, room);
  const mark =
    picture && new Paragraph({ children: [picture], style: styleId(`${fixedPrefix}Company`) });
  return [
    ...(mark ? [mark] : []),
    ...(company === '' || (mark && logo?.isWide) ? [] : [writeFixed('Company', company, context)]),
    new Paragraph({ style: styleId(`${fixedPrefix}Bar`), border: { top: bar } }),
  ];
}

/** The lines at the head and foot of every page. */
interface PageFrame {
  title: string;
  client: string;
  date: string;
  branding: WordBranding;
  frame: FrameWords;
  /** True for the section with the first page. */
  isFirst: boolean;
}

const size = 16;
const color = '5A6069';
const rightEdge = 9_120;
const margins = { top: 1_530, bottom: 1_470, left: 1_390, right: 1_390, header: 700, footer: 620 };

/**
 * Makes the page: A4 with the margins of the PDF, title and client at the head of all pages but the
 * first.
 */
function makePage({
  title,
  client,
  date,
  branding,
  frame,
  isFirst,
}: PageFrame): Omit<ISectionOptions, 'children'> {
  const company = branding.companyName === null ? '' : cleanLine(branding.companyName);
  const left = [company, dateInWords(date, frame)].filter((part) => part !== '').join('  ·  ');
  const [before, between, after] = frame.labels.page;
  const numbers = [before, PageNumber.CURRENT, between, PageNumber.TOTAL_PAGES, after];
  const footer = () => new Footer({ children: [writeLine(left, numbers)] });
  const line = { style: BorderStyle.SINGLE, size: 4, space: 6, color: 'D5D8DC' };
  const header = new Header({
    children: [writeLine(shorten(title, 70), [shorten(client, 50)], { bottom: line })],
  });
  return {
    properties: {
      titlePage: isFirst,
      footnoteProperties: { restart: NoteNumberRestart.EACH_SECTION },
      page: { size: { width: 11_906, height: 16_838 }, margin: margins },
    },
    headers: { default: header, first: new Header({ children: [new Paragraph({})] }) },
    footers: { default: footer(), first: footer() },
  };
}

function writeLine(
  left: string,
  right: (string | (typeof PageNumber)[keyof typeof PageNumber])[],
  border?: object,
): Paragraph {
  return new Paragraph({
    alignment: AlignmentType.LEFT,
    tabStops: [{ type: TabStopType.RIGHT, position: rightEdge }],
    spacing: { after: 0 },
    ...(border && { border }),
    children: [
      new TextRun({ text: left, size, color }),
      new TextRun({ children: ['\t', ...right], size, color }),
    ],
  });
}

function shorten(text: string, most: number): string {
  const characters = [...cleanLine(text)];
  return characters.length > most
    ? `${characters.slice(0, most - 1).join('')}…`
    : characters.join('');
}

/** Writes a date for readers, as the PDF does. */
function dateInWords(isoDate: string, { labels }: FrameWords): string {
  const date = new Date(isoDate);
  const known = Number.isNaN(date.getTime()) ? new Date(0) : date;
  return known.toLocaleDateString(labels.locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
