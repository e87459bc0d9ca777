import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countBody, pageLengths } from '@ecp/markdown/count-words';
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import { cleanLine } from '../markdown/build-inlines.ts';
import {
  type Branding,
  type DeliverableReport,
  DocumentError,
  type EngagementReport,
  type Logo,
  type RenderJob,
  type ReportLabels,
  reportLabels,
} from '../reports/report-types.ts';
import { fillWords, type TeamWords, teamWords } from '../reports/team-words.ts';
import { type BrandColors, brandColors } from './brand-colors.ts';
import { fontFolders } from './font-folders.ts';
import { createImageFiles, type ImageFiles } from './image-files.ts';
import {
  chooseCommonLanguage,
  chooseLanguage,
  countLength,
  countsCharacters,
  type PrintedDocument,
  type PrintedProvenance,
  printDocument,
  printProvenance,
  type TextLanguage,
} from './print-document.ts';
import { evidenceHeadsOf, type PrintedFigures, printFigures } from './print-evidence.ts';

/** A PDF, with notes on what it lacks. */
interface Typeset {
  pdf: Uint8Array;
  notes: string[];
}

/** Prints reports one after the other. Its calls block, so it runs in its own process. */
interface Typesetter {
  /** Prints one report. Throws DocumentError `failed` with the compiler's words. */
  typeset(job: RenderJob): Typeset;
  /**
   * Prints a page that is discarded, so that fonts and templates are loaded before the first
   * document arrives.
   */
  warmUp(): void;
  /**
   * Releases layouts that the last documents did not use; the others set an edited document again.
   * Call it one turn of the event loop after each document.
   */
  forget(): void;
}

/**
 * Layouts stay for this many documents, unless the process has once taken more than this memory, in
 * KiB.
 */
const kept = { documents: 3, memoryKb: 500 * 1024 };
/** Documents with more data than this find no other layouts in memory. */
const largeBytes = 1024 * 1024;

/**
 * Resources that a try may use: the report's images, and the host's fonts for scripts that ours
 * lack.
 */
interface Allowances {
  withImages: boolean;
  anyFont: boolean;
}

const pdfStandard = 'ua-1';

/** Marks of a report whose lines are still optimized; together they take less than a second. */
const mostMarks = 10_000;

/**
 * Chooses how a report's lines are broken. Optimized lines are the more even ones, but a text
 * without words, such as a row of backslashes, may break behind each mark, and the time for a line
 * grows with the square of its places.
 */
export function chooseLineBreaks(markdown: readonly string[]): 'optimized' | 'simple' {
  let marks = 0;
  for (const text of markdown) {
    for (const [run] of text.matchAll(/[^\p{L}\p{M}\p{N}\s|]+/gu)) {
      marks += run.length;
      if (marks > mostMarks) return 'simple';
    }
  }
  return 'optimized';
}

const markdownOf = (job: RenderJob): string[] =>
  job.kind === 'engagement'
    ? job.report.documents.map(({ markdown }) => markdown)
    : [job.report.document.markdown];

const firstPage: RenderJob = {
  kind: 'deliverable',
  report: {
    audience: 'client',
    engagementName: 'Engagement',
    client: 'Client',
    date: '2000-01-01',
    branding: { companyName: 'Company', primaryColor: null, logo: null },
    provenance: null,
    document: {
      title: 'Title',
      filename: 'title.md',
      markdown: 'Text, **bold**, *italic* and `code`.[^1]\n\n| a |\n|---|\n| b |\n\n[^1]: Note.',
      version: 1,
      wordCount: 1,
      approvalStatus: 'approved',
    },
  },
};

/**
 * Opens the compiler on the template folder. A template can read only files there and those of its
 * report.
 */
export function createTypesetter(): Typesetter {
  const workspace = fileURLToPath(new URL('../../templates', import.meta.url));
  const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontPaths: fontFolders() }] });

  function compile(
    job: RenderJob,
    { withImages, anyFont }: Allowances,
    notes: string[],
  ): NodeTypstDocument {
    const images = createImageFiles({ refuse: !withImages });
    const linebreaks = chooseLineBreaks(markdownOf(job));
    const pages = { ...buildPages(job, images), anyFont, linebreaks };
    notes.push(...images.refusals);
    const data = Buffer.from(JSON.stringify(pages));
    if (data.length > largeBytes) compiler.evictCache(0);
    compiler.resetShadow();
    compiler.mapShadow(join(workspace, 'report.json'), data);
    for (const { path, bytes } of images.files) compiler.mapShadow(join(workspace, path), bytes);
    const outcome = compiler.compile({
      mainFilePath: join(workspace, `${job.kind}.typ`),
      resetRead: true,
    });
    if (outcome.result === null)
      throw new DocumentError('failed', describe(outcome.takeDiagnostics()?.shortDiagnostics));
    return outcome.result;
  }

  /**
   * Compiles without images after a failure: only a file that merely starts like an image can be
   * refused.
   */
  function compileWithImages(
    job: RenderJob,
    notes: string[],
  ): { document: NodeTypstDocument; withImages: boolean } {
    try {
      return {
        document: compile(job, { withImages: true, anyFont: false }, notes),
        withImages: true,
      };
    } catch (error) {
      notes.push(`Images were left out: ${wordsOf(error)}`);
      return {
        document: compile(job, { withImages: false, anyFont: false }, notes),
        withImages: false,
      };
    }
  }

  /**
   * Makes PDF/UA-1 if every character has a glyph, else tries the host's fonts, else omits the
   * PDF/UA claim.
   */
  function typeset(job: RenderJob): Typeset {
    const notes: string[] = [];
    const { document, withImages } = compileWithImages(job, notes);
    try {
      return { pdf: compiler.pdf(document, { pdfStandard }), notes };
    } catch (error) {
      notes.push(`Not PDF/UA-1 with the bundled fonts: ${wordsOf(error)}`);
    }
    const lenient = compile(job, { withImages, anyFont: true }, []);
    try {
      return { pdf: compiler.pdf(lenient, { pdfStandard }), notes };
    } catch (error) {
      notes.push(`Not PDF/UA-1 with the fonts of this host: ${wordsOf(error)}`);
      return { pdf: compiler.pdf(lenient), notes };
    }
  }
  // The figure begins with the memory of the process that started this one.
  const mostKb = Math.max(kept.memoryKb, process.resourceUsage().maxRSS);
  const forget = () =>
    compiler.evictCache(process.resourceUsage().maxRSS > mostKb ? 0 : kept.documents);
  return { typeset, warmUp: () => typeset(firstPage), forget };
}

function describe(diagnostics: { message?: unknown }[] | undefined): string {
  return (
    (diagnostics ?? []).map(({ message }) => String(message)).join('; ') ||
    'the compiler gave no reason'
  );
}

/** Returns the compiler's messages without references to its own sources. */
function wordsOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const messages = [...text.matchAll(/message: "((?:[^"\\]|\\.)*)"/g)].map((match) => match[1]);
  return (messages.length > 0 ? messages.slice(0, 5).join('; ') : text).slice(0, 500);
}

/** The data of one report for the templates, with cleaned strings and formatted numbers. */
interface ReportPages {
  title: string;
  client: string;
  company: string | null;
  /** The logo, scaled to fit its place; a wide one stands in place of the company's name. */
  logo: { path: string; widthPt: number; isWide: boolean } | null;
  colors: BrandColors;
  labels: ReportLabels;
  /** The words of the team's parts. */
  words: TeamWords;
  /** The date in words, for readers. */
  date: string;
  /** Year, month, day, for the PDF's metadata. */
  day: [number, number, number];
  /** BCP 47 language of the whole. */
  language: string;
  facts: Fact[];
  /** The synthesis first. */
  documents: PrintedDocument[];
  /** The part that the team alone reads; null in a client's document. */
  internal: InternalPages | null;
}

/** The parts of the team's copy that a client's document does not have. */
interface InternalPages {
  /** Says on the first page whose copy this is. */
  note: string;
  /** Heads of the columns that count the states of citations. */
  evidenceHeads: string[];
  provenance: PrintedProvenance | null;
  figures: PrintedFigures | null;
}

interface Fact {
  label: string;
  value: string;
}

/**
 * Turns a report into the data of its pages. Images are put into `images`; the data contain only
 * their paths.
 */
function buildPages(job: RenderJob, images: ImageFiles): ReportPages {
  return job.kind === 'engagement'
    ? buildEngagement(job.report, images)
    : buildDeliverable(job.report, images);
}

function buildEngagement(report: EngagementReport, images: ImageFiles): ReportPages {
  const { audience, branding, date, provenance } = report;
  const isInternal = audience === 'team';
  // The synthesis opens the report; the other documents keep their order.
  const ordered = [true, false].flatMap((opens) =>
    report.documents.filter(({ isSynthesis = false }) => isSynthesis === opens),
  );
  const language = chooseCommonLanguage(
    ordered.map(({ markdown }) => markdown),
    report.language,
  );
  const words = teamWords[language.own];
  const chapters = ordered.map((document, index) => {
    const isNumbered = document.isSynthesis !== true;
    const place = { topLevel: 2, isNumbered, prefix: `d${index}`, images, words };
    return printDocument(document, { ...place, isInternal, language: report.language });
  });
  const frame = buildFrame({ branding, date, language, room: coverRoom }, images);
  return {
    ...frame,
    labels: { ...frame.labels, summary: nameSynthesis(ordered, frame.labels, language) },
    title: cleanLine(report.title) || words.report,
    client: cleanLine(report.client),
    facts: isInternal && report.summary !== null ? describeSummary(report.summary, words) : [],
    documents: chapters.map(({ printed }) => printed),
    internal: isInternal
      ? {
          note: noteOf(provenance !== null, words),
          evidenceHeads: evidenceHeadsOf(words),
          provenance: provenance && printProvenance(provenance),
          figures: printFigures(
            report.figures,
            chapters.map(({ checked }) => checked),
            { language: language.own, words },
          ),
        }
      : null,
  };
}

/** A synthesis of one page is a summary; a longer one is called what it is. */
function nameSynthesis(
  documents: EngagementReport['documents'],
  { summary, paper }: ReportLabels,
  language: TextLanguage,
): string {
  const unit = countsCharacters(language) ? 'characters' : 'words';
  const isShort = documents
    .filter(({ isSynthesis }) => isSynthesis)
    .every(({ markdown }) => countBody(markdown, unit) <= pageLengths[unit]);
  return isShort ? summary : paper;
}

function buildDeliverable(report: DeliverableReport, images: ImageFiles): ReportPages {
  const { audience, document, engagementName, client, branding, date, provenance } = report;
  const isInternal = audience === 'team';
  const language = chooseLanguage(document.markdown, report.language);
  const labels = labelsOf(language);
  const words = teamWords[language.own];
  const place = { topLevel: 1, isNumbered: false, prefix: 'd', images, words };
  const { printed, checked } = printDocument(document, {
    ...place,
    isInternal,
    language: report.language,
  });
  const facts = [
    { label: labels.engagement, value: cleanLine(engagementName) },
    { label: labels.client, value: cleanLine(client) },
    ...(printed.record
      ? [
          { label: labels.version, value: printed.record.version },
          {
            label: labels.words,
            value: countLength(document, language).toLocaleString(labels.locale),
          },
          { label: words.status, value: printed.record.status },
        ]
      : []),
  ];
  return {
    ...buildFrame({ branding, date, language, room: headRoom }, images),
    title: printed.title,
    client: cleanLine(client),
    facts: facts.filter(({ value }) => value !== ''),
    documents: [printed],
    internal: isInternal
      ? {
          note: noteOf(provenance !== null, words),
          evidenceHeads: evidenceHeadsOf(words),
          provenance: provenance && printProvenance([provenance]),
          figures: printFigures(report.figures, [checked], { language: checked.language, words }),
        }
      : null,
  };
}

function noteOf(hasProvenance: boolean, words: TeamWords): string {
  const parts = hasProvenance ? words.scoresStatesAndOrigin : words.scoresAndStates;
  return fillWords(words.internalCopy, { parts });
}

function describeSummary(
  { deliverables, approved, averageScore }: NonNullable<EngagementReport['summary']>,
  words: TeamWords,
): Fact[] {
  const facts = [
    { label: words.deliverables, value: String(deliverables) },
    {
      label: words.statuses['approved'] ?? '',
      value: fillWords(words.share, { count: approved, all: deliverables }),
    },
  ];
  if (averageScore === null) return facts;
  return [...facts, { label: words.averageScore, value: averageScore.toFixed(1) }];
}

/**
 * Space for a logo in points: on a cover, and beside the company's name above a single deliverable.
 */
const coverRoom = { widthPt: 200, heightPt: 50 };
const headRoom = { widthPt: 130, heightPt: 32 };

function fitLogo(
  { isWide = false, ...logo }: Logo,
  images: ImageFiles,
  room: typeof coverRoom,
): ReportPages['logo'] {
  const image = images.addLogo(logo);
  if (image === null) return null;
  const scale = Math.min(room.widthPt / image.widthPt, room.heightPt / image.heightPt);
  return { path: image.path, widthPt: image.widthPt * scale, isWide };
}

interface Frame {
  branding: Branding;
  date: string;
  language: TextLanguage;
  room: typeof coverRoom;
}

const labelsOf = ({ tag, own }: TextLanguage): ReportLabels =>
  reportLabels[tag === 'ar' ? tag : own];

function buildFrame({ branding, date: isoDate, language, room }: Frame, images: ImageFiles) {
  const date = new Date(isoDate);
  const known = Number.isNaN(date.getTime()) ? new Date(0) : date;
  const labels = labelsOf(language);
  const inWords = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return {
    company: branding.companyName === null ? null : cleanLine(branding.companyName) || null,
    logo: branding.logo === null ? null : fitLogo(branding.logo, images, room),
    colors: brandColors(branding.primaryColor),
    labels,
    words: teamWords[language.own],
    date: known.toLocaleDateString(labels.locale, inWords),
    day: [known.getUTCFullYear(), known.getUTCMonth() + 1, known.getUTCDate()] as [
      number,
      number,
      number,
    ],
    language: language.tag,
  };
}
