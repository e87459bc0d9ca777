import { hash } from 'node:crypto';
import { slideLimits } from '@ecp/contract/work/storylines';
import type { Slide, SlideChart, SlideTable } from '@ecp/documents/deck/deck-types';
import {
  type DocumentOutline,
  keyOfExhibit,
  type OutlineExhibit,
} from '@ecp/documents/storyline/outline-document';
import { type CitedText, distinct, takeWords } from '@ecp/documents/storyline/plain-text';
import { readDays } from '@ecp/language/dates';
import type { Language } from '@ecp/language/language';
import { readQuantities } from '@ecp/language/quantities';
import { slideTexts, topicOfHeading } from '@ecp/language/slide-heads';
import { countSlideWords } from '@ecp/markdown/count-words-now';
import { foldTitle, sectionNumber } from '@ecp/markdown/sectioned-document';
import {
  type CitedDocument,
  joinPlaces,
  type NamedSource,
  nameSourcesOf,
  noteFootnotes,
} from './footnote-sources.ts';

/** A document of a deck with what its slides can show. */
export interface DeckDocument extends Omit<CitedDocument, 'outline'> {
  /** The id of its version. */
  id: string;
  filename: string;
  version: number;
  taskId: string | null;
  title: string;
  outline: DocumentOutline;
  /** Its text as its audience gets it. */
  markdown: string;
  /** Its charts by the texts of their blocks. A chart that cannot be drawn is missing. */
  charts: ReadonlyMap<string, DrawnExhibit>;
}

/** A chart with the words of its query. */
export interface DrawnExhibit {
  title: string;
  chart: SlideChart;
  query: { title: string | null; sql: string };
}

/** Where the chart or the table of a slide stands. */
export interface ExhibitPlace {
  filename: string;
  type: OutlineExhibit['type'];
  /** Counts the charts, tables or lists of the document, from 1. */
  number: number;
}

/** A slide with what it rests on. */
export interface BuiltSlide extends Slide {
  place: ExhibitPlace | null;
  cites: { filename: string; labels: string[] }[];
  named: NamedSource[];
}

/** Documents of a deck with the work that it tells of. */
export interface DeckPapers {
  subject: DeckSubject;
  /** The papers that conclude the work come first. */
  documents: readonly DeckDocument[];
  /** How many documents conclude the work. */
  conclusions: number;
}

/** The work that a deck tells of. */
export interface DeckSubject {
  title: string;
  language: Language;
  /** False for a client, whose slides have no notes. */
  hasNotes: boolean;
}

const { words: mostWords } = slideLimits;
const mostPoints = 4;
const mostRowsWithPoints = 8;
/** Words of a sentence that can be a title. */
const longestTitle = 32;

/** The slides that follow from documents by rules. */
export interface RuleSlides {
  slides: BuiltSlide[];
  /** What the documents also have, which a person may add. */
  spare: BuiltSlide[];
}

/**
 * Makes the slides that follow from documents by rules: the answers, what carries them, what to do,
 * the sources.
 */
export function buildSlides({ subject, documents, conclusions }: DeckPapers): RuleSlides {
  if (documents.length === 0) return { slides: [], spare: [] };
  const concluding = documents.slice(0, conclusions);
  const headings = documents.flatMap(({ outline }) =>
    distinct(outline.exhibits.map(({ section }) => section)),
  );
  const shared = new Set(headings.filter((heading, at) => headings.indexOf(heading) !== at));
  const seen = new Map<string, number>();
  const built = documents.flatMap((document) =>
    document.outline.exhibits.flatMap((exhibit) =>
      buildExhibit(subject, document, exhibit, { seen, shared }),
    ),
  );
  // Documents repeat each other; a deck says each message once.
  const shown = built.filter(
    (slide, at) => !built.slice(0, at).some((other) => repeats(slide, other)),
  );
  const of = (...kinds: Slide['kind'][]) => shown.filter(({ kind }) => kinds.includes(kind));
  const risks = of('risks');
  const hasRisks = ({ filename }: DeckDocument) =>
    risks.some(({ place }) => place?.filename === filename);
  const slides = [
    titleSlide(subject),
    ...concluding.flatMap((document, at) => buildSummary(subject, document, at)),
    ...of('exhibit'),
    ...of('comparison'),
    ...of('timeline'),
    ...risks,
    ...concluding.flatMap((document, at) =>
      hasRisks(document) ? [] : buildGreatestRisk(subject, document, at),
    ),
    ...of('next_steps'),
  ];
  const chosen = slides.slice(0, slideLimits.slides - 1);
  const sources = sourcesSlide(subject, chosen);
  return {
    slides: sources.table === null ? chosen : [...chosen, sources],
    spare: [...slides.slice(chosen.length), ...built.filter((slide) => !shown.includes(slide))],
  };
}

/** Tells whether a slide says again what another document says: its message, or its table. */
function repeats(slide: BuiltSlide, other: BuiltSlide): boolean {
  if (slide.place === null || slide.place.filename === other.place?.filename) return false;
  if (foldTitle(slide.title) === foldTitle(other.title)) return true;
  const content = ({ chart, table }: BuiltSlide) => JSON.stringify([chart, table?.rows ?? null]);
  return content(slide) === content(other);
}

/** Makes the id of a slide of which each conclusion has one. */
const nameOwn = (name: string, at: number): string => (at === 0 ? name : `${name}-${at + 1}`);

const noBlocks = {
  points: [],
  chart: null,
  table: null,
  sources: [],
  notes: [],
  place: null,
  cites: [],
  named: [],
};

function titleSlide({ title }: DeckSubject): BuiltSlide {
  return { ...noBlocks, id: 'title', kind: 'title', title };
}

/** Makes a slide that rests on footnotes of a document. `rest` is what its points left out. */
function cite(
  { hasNotes }: DeckSubject,
  document: DeckDocument,
  {
    labels,
    rest,
    source = '',
  }: { labels: readonly string[]; rest: readonly CitedText[]; source?: string },
): Pick<BuiltSlide, 'sources' | 'notes' | 'cites' | 'named'> {
  const named = nameSourcesOf(document, labels);
  const joined = joinPlaces(named);
  const foot = joined.length === 0 && source !== '' ? [source] : joined;
  const notes = hasNotes
    ? [...rest.map(({ text }) => text), ...noteFootnotes(document, labels)]
    : [];
  return {
    sources: foot,
    notes,
    cites: [{ filename: document.filename, labels: [...labels] }],
    named,
  };
}

const labelsOf = (texts: readonly CitedText[]): string[] =>
  distinct(texts.flatMap(({ labels }) => labels));

/**
 * Shows the advice: as title and points, with the figures, price and risk of a first page or the
 * motions as a table.
 */
function buildSummary(subject: DeckSubject, document: DeckDocument, at: number): BuiltSlide[] {
  const { outline } = document;
  const partOf = (wanted: string) => outline.pageOne.find(({ part }) => part === wanted);
  const advice = partOf('recommendation')?.sentences ?? outline.lead;
  const [first, ...others] = advice;
  const isTitle = first !== undefined && countSlideWords(first.text) <= longestTitle;
  const title = isTitle
    ? first.text.replace(/[.。]$/u, '')
    : outline.title || slideTexts[subject.language].summary;
  const { taken, rest } = takeWords((isTitle ? others : advice).slice(0, mostPoints), mostWords);
  const figures = partOf('figures');
  const labelled = (['price', 'risk'] as const).flatMap((part) => {
    const found = partOf(part);
    const [sentence] = found?.sentences ?? [];
    return found && sentence ? [{ value: found.label, words: sentence }] : [];
  });
  const shown = figures && figures.figures.length > 0 ? [...figures.figures, ...labelled] : [];
  const motions = shown.length === 0 ? findMotions(outline) : null;
  if (!first && shown.length === 0 && !motions) return [];
  const cited = labelsOf([...(first ? [first] : []), ...taken, ...shown.map(({ words }) => words)]);
  const labels = distinct([...cited, ...(motions?.labels ?? [])]);
  const left = [...rest, ...(isTitle ? others : advice).slice(mostPoints)];
  return [
    {
      ...noBlocks,
      ...cite(subject, document, { labels, rest: left }),
      id: nameOwn('summary', at),
      kind: 'summary',
      title,
      points: taken.map(({ text }) => text),
      table:
        shown.length > 0
          ? tableOf(
              [figures?.label ?? '', ''],
              shown.map(({ value, words }) => [value, words.text]),
            )
          : motions && tableMotions(motions, outline.language),
    },
  ];
}

function findMotions({ exhibits }: DocumentOutline): OutlineExhibit | null {
  return (
    exhibits.find(
      ({ type, section }) => type === 'list' && topicOfHeading(section) === 'motions',
    ) ?? null
  );
}

/** Lists motions, each with the first amount of money and the first date that it names. */
function tableMotions({ section, table }: OutlineExhibit, language: Language): SlideTable {
  const { amount, when } = slideTexts[language];
  const rows = (table?.rows ?? []).map(([core = '', ...said]) => {
    const told = [core, ...said].join('\n');
    const sum = readQuantities(told).find(({ measure }) => measure?.kind === 'money');
    const [day] = readDays(told, language);
    return [core, sum?.text.trim() ?? '', day?.text.trim() ?? ''];
  });
  const places = [0, 1, 2].filter((at) => at === 0 || rows.some((row) => row[at] !== ''));
  return tableOf(
    places.map((at) => [section, amount, when][at] ?? ''),
    rows.map((row) => places.map((at) => row[at] ?? '')),
  );
}

const tableOf = (heads: readonly string[], rows: string[][]): SlideTable => ({
  columns: heads.map((name) => ({ name, numeric: false })),
  rows,
});

/** Tells the greatest risk of a first page where no table or list has the risks. */
function buildGreatestRisk(subject: DeckSubject, document: DeckDocument, at: number): BuiltSlide[] {
  const part = document.outline.pageOne.find((one) => one.part === 'risk');
  const [first, ...others] = part?.sentences ?? [];
  if (!part || !first || countSlideWords(first.text) > longestTitle) return [];
  const { taken, rest } = takeWords(others, mostWords);
  return [
    {
      ...noBlocks,
      ...cite(subject, document, { labels: labelsOf(part.sentences), rest }),
      id: nameOwn('risk', at),
      kind: 'risks',
      title: `${part.label}: ${first.text.replace(/[.。]$/u, '')}`,
      points: taken.map(({ text }) => text),
    },
  ];
}

function buildExhibit(
  subject: DeckSubject,
  document: DeckDocument,
  exhibit: OutlineExhibit,
  { seen, shared }: { seen: Map<string, number>; shared: ReadonlySet<string> },
): BuiltSlide[] {
  const drawn = exhibit.type === 'chart' ? document.charts.get(exhibit.chart.trim()) : undefined;
  if (exhibit.type === 'chart' && !drawn) return [];
  const { takeaway, section, kind, number, type } = exhibit;
  // Where several documents have the same heading, the title names the document.
  const name = document.outline.isNumbered ? section.replace(sectionNumber, '') : section;
  const heading = shared.has(section) ? `${name}: ${document.title}` : name;
  const key = `${document.filename}\n${keyOfExhibit(exhibit, drawn?.title ?? '')}`;
  const before = seen.get(key) ?? 0;
  seen.set(key, before + 1);
  const message = takeaway.text || drawn?.title || heading || document.title;
  // A second exhibit under one heading.
  const title = before === 0 ? message : `${message.replace(/[.。]$/u, '')} (${before + 1})`;
  const fresh = exhibit.words.filter(({ text }) => text !== title);
  // A long table fills its slide, and a list says what its points would say.
  const isFull = type === 'list' || (exhibit.table?.rows.length ?? 0) > mostRowsWithPoints;
  const { taken, rest } = takeWords(fresh.slice(0, mostPoints), isFull ? 0 : mostWords);
  const left = [...rest, ...fresh.slice(mostPoints)];
  const { query } = drawn ?? {};
  const own = distinct([...takeaway.labels, ...exhibit.labels, ...labelsOf(taken)]);
  // Where nothing in or behind the exhibit cites, the paragraph right above it does.
  const labels = own.length > 0 || exhibit.source !== '' || drawn ? own : exhibit.leadLabels;
  const cited = cite(subject, document, { labels, rest: left, source: exhibit.source });
  return [
    {
      ...noBlocks,
      ...cited,
      id: `${type.charAt(0)}${hash('sha256', `${key}\n${before}`, 'hex').slice(0, 12)}`,
      kind,
      title: title.replace(/[.。]$/u, ''),
      points: taken.map(({ text }) => text),
      chart: drawn?.chart ?? null,
      table: exhibit.table,
      place: { filename: document.filename, type, number },
      ...(query && withQuery(cited, query, subject)),
    },
  ];
}

/** Adds the query of a chart: its title to the foot, its statement to the notes. */
function withQuery(
  { sources, notes, named }: Pick<BuiltSlide, 'sources' | 'notes' | 'named'>,
  { title, sql }: DrawnExhibit['query'],
  { hasNotes, language }: DeckSubject,
): Pick<BuiltSlide, 'sources' | 'notes' | 'named'> {
  const source = { title: title ?? slideTexts[language].query, place: '', isOwn: false };
  return {
    sources: distinct([source.title, ...sources]),
    named: [source, ...named],
    notes: hasNotes ? [...notes, `SQL: ${sql}`] : [],
  };
}

/** Lists the sources of slides, each with the numbers of the slides that rest on it. */
export function sourcesSlide({ language }: DeckSubject, slides: readonly BuiltSlide[]): BuiltSlide {
  const texts = slideTexts[language];
  const used = new Map<string, Set<number>>();
  for (const [index, { named }] of slides.entries()) {
    for (const { title, isOwn } of named) {
      if (!isOwn) used.set(title, (used.get(title) ?? new Set()).add(index + 1));
    }
  }
  const rows = [...used].map(([title, on]) => [title, [...on].join(', ')]);
  const table = rows.length === 0 ? null : tableOf([texts.source, texts.slides], rows);
  return { ...noBlocks, id: 'sources', kind: 'sources', title: texts.sources, table };
}
