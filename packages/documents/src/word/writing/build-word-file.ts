import { Document, type FileChild, Packer, Paragraph, TextRun } from 'docx';
import { chartKey } from '../../markdown/build-chart.ts';
import { cleanLine, guessLanguage } from '../../markdown/clean-text.ts';
import { brandColors } from '../../typesetting/brand-colors.ts';
import type { BaseDocument } from '../markdown/base-document.ts';
import { readMarkdown } from '../markdown/read-markdown.ts';
import { durableIdOf } from '../model/durable-id.ts';
import { digestFixed, originProperties } from '../model/origin-properties.ts';
import type {
  DeliverableWordReport,
  EngagementWordReport,
  WordBranding,
  WordChapter,
  WordComment,
} from '../word-report.ts';
import { dateInWords, makePage } from './word-page.ts';
import { createPictures } from './word-pictures.ts';
import { makeNumbering, makeStyles } from './word-styles.ts';
import { describeVersion, writeContents, writeCover, writeFacts, writeHead } from './write-cover.ts';
import { type ItemContext, writeFixed, writeItems, writeNote } from './write-items.ts';

/** Parts of a file that its documents fill. */
interface FileParts {
  notes: Record<string, { children: Paragraph[] }>;
  comments: { id: number; comment: WordComment['replies'][number]; parentId: number | null }[];
  shared: Pick<ItemContext, 'colors' | 'pictures' | 'lists' | 'styles' | 'fixed'>;
}

/**
 * Writes a deliverable as a Word file that comes back: its properties name the version, comments stand at their
 * passages (WRD-1).
 */
export async function buildDeliverableFile(report: DeliverableWordReport): Promise<Buffer> {
  const { document, facts: versionFacts, origin, comments, engagementName, client, branding, date } = report;
  const parts = createParts(branding);
  const base = readMarkdown(document.markdown);
  const head = writeHead(branding, parts.shared);
  const ownTitle = base.hasTitle ? null : writeFixed('Title', cleanLine(document.title), parts.shared);
  const about = [cleanLine(engagementName), cleanLine(client), ...(versionFacts ? describeVersion(versionFacts) : [])];
  const facts = writeFacts([...about, dateInWords(date)], parts.shared);
  const body = writeChapter({ base, charts: document.charts, comments, prefix: 'd', lowered: 0 }, parts);
  const opening = ownTitle === null ? [...body.slice(0, 1), facts, ...body.slice(1)] : [ownTitle, facts, ...body];
  return pack(
    { children: [...head, ...opening], title: titleOf(document, base), language: document.markdown },
    { client, date, branding },
    parts,
    [
      { name: originProperties.deliverableId, value: origin.deliverableId },
      // A client's file holds no hashes.
      ...(versionFacts ? [{ name: originProperties.fixed, value: digestFixed(parts.shared.fixed) }] : []),
    ],
  );
}

/** Writes all deliverables of an engagement as one file: cover, contents, a chapter for each (WRD-2). */
export async function buildEngagementFile(report: EngagementWordReport): Promise<Buffer> {
  const { title, client, date, branding } = report;
  const parts = createParts(branding);
  const chapters = report.documents.flatMap((document, index) => {
    const base = readMarkdown(document.markdown);
    const heading = new Paragraph({
      heading: 'Heading1',
      pageBreakBefore: true,
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
    const facts = document.facts ? [writeFacts(describeVersion(document.facts), parts.shared)] : [];
    return [heading, ...facts, ...writeChapter(chapter, parts)];
  });
  const children = [
    ...writeCover({ title, client, date, branding }, parts.shared),
    ...writeContents(parts.shared),
    ...chapters,
  ];
  const language = report.documents.map(({ markdown }) => markdown.slice(0, 5_000)).join('\n');
  return pack({ children, title: cleanLine(title), language }, { client, date, branding }, parts, []);
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

function writeChapter({ base, charts, comments, prefix, lowered }: Chapter, parts: FileParts): FileChild[] {
  const ids = comments.map(({ replies, ...comment }) => addComment([comment, ...replies], parts));
  const context: ItemContext = {
    ...parts.shared,
    prefix,
    lowered,
    charts: new Map(charts.map((chart) => [chartKey(chart.source), chart])),
    imageUrl: (name) => base.images[Number(name.replace('image-', '')) - 1],
    commentIds: (comment) => ids[comment] ?? [],
    addNote: (label) => {
      const number = Object.keys(parts.notes).length + 1;
      // The place of the note is taken before its text is written.
      parts.notes[number] = { children: [] };
      parts.notes[number] = { children: writeNote(base.notes.get(label)?.items ?? [], context) };
      return number;
    },
  };
  return writeItems(base, comments, context);
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
}

async function pack(
  { children, title, language: sample }: { children: FileChild[]; title: string; language: string },
  frame: Frame,
  { notes, comments, shared }: FileParts,
  customProperties: { name: string; value: string }[],
): Promise<Buffer> {
  const language = guessLanguage(sample);
  const document = new Document({
    title,
    creator: cleanLine(frame.branding.companyName ?? ''),
    description: '',
    styles: makeStyles(shared.colors, language === 'en' ? 'en-GB' : language, shared.styles),
    numbering: makeNumbering([...shared.lists.values()]),
    footnotes: notes,
    comments: { children: comments.map(writeComment) },
    customProperties,
    sections: [{ ...makePage({ ...frame, title }), children }],
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
