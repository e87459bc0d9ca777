import { hash } from 'node:crypto';
import { slideLimits } from '@ecp/contract/work/storylines';
import type { Slide, SlideChart } from '@ecp/documents/deck/deck-types';
import { type DocumentOutline, keyOfExhibit, type OutlineExhibit } from '@ecp/documents/storyline/outline-document';
import { type CitedText, distinct, takeWords } from '@ecp/documents/storyline/plain-text';
import type { Language } from '@ecp/language/language';
import { slideTexts } from '@ecp/language/slide-heads';
import { countWordsNow } from '@ecp/markdown/count-words-now';
import { foldTitle } from '@ecp/markdown/sectioned-document';
import { type CitedDocument, joinPlaces, type NamedSource, nameSourcesOf, noteFootnotes } from './footnote-sources.ts';

/** A document of a deck with what its slides can show. */
export interface DeckDocument extends Omit<CitedDocument, 'outline'> {
  /** Of its version. */
  id: string;
  filename: string;
  version: number;
  title: string;
  isSynthesis: boolean;
  outline: DocumentOutline;
  /** Its text as its audience gets it. */
  markdown: string;
  /** Charts of slides by the texts of their blocks; those that cannot be drawn are missing. */
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
  /** Among those of its type in the document, from 1. */
  number: number;
}

/** A slide with what it rests on. */
export interface BuiltSlide extends Slide {
  place: ExhibitPlace | null;
  cites: { filename: string; labels: string[] }[];
  named: NamedSource[];
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

/** Makes the slides that follow from documents by rules: the answer, what carries it, what to do, the sources. */
export function buildSlides(subject: DeckSubject, documents: readonly DeckDocument[]): BuiltSlide[] {
  const conclusion = documents.find(({ isSynthesis }) => isSynthesis) ?? documents.find(hasPageOne) ?? documents[0];
  if (!conclusion) return [];
  const ordered = [conclusion, ...documents.filter((document) => document !== conclusion)];
  const seen = new Map<string, number>();
  const built = ordered.flatMap((document) =>
    document.outline.exhibits.flatMap((exhibit) => buildExhibit(subject, document, exhibit, seen)),
  );
  // Documents repeat each other; a deck says each message once.
  const titles = built.map(({ title }) => foldTitle(title));
  const shown = built.filter((_, at) => titles.indexOf(titles[at] ?? '') === at);
  const of = (...kinds: Slide['kind'][]) => shown.filter(({ kind }) => kinds.includes(kind));
  const risks = of('risks');
  const slides = [
    titleSlide(subject),
    ...buildSummary(subject, conclusion),
    ...of('exhibit'),
    ...of('comparison'),
    ...of('timeline'),
    ...(risks.length > 0 ? risks : buildGreatestRisk(subject, conclusion)),
    ...of('next_steps'),
  ].slice(0, slideLimits.slides - 1);
  return [...slides, sourcesSlide(subject, slides, documents)];
}

const hasPageOne = ({ outline }: DeckDocument) => outline.pageOne.length > 0;

const noBlocks = { points: [], chart: null, table: null, sources: [], notes: [], place: null, cites: [], named: [] };

function titleSlide({ title }: DeckSubject): BuiltSlide {
  return { ...noBlocks, id: 'title', kind: 'title', title };
}

/** Makes a slide that rests on footnotes of a document. `rest` is what its points left out. */
function cite(
  { hasNotes }: DeckSubject,
  document: DeckDocument,
  { labels, rest, source = '' }: { labels: readonly string[]; rest: readonly CitedText[]; source?: string },
): Pick<BuiltSlide, 'sources' | 'notes' | 'cites' | 'named'> {
  const named = nameSourcesOf(document, labels);
  const joined = joinPlaces(named);
  const foot = joined.length === 0 && source !== '' ? [source] : joined;
  const notes = hasNotes ? [...rest.map(({ text }) => text), ...noteFootnotes(document, labels)] : [];
  return { sources: foot, notes, cites: [{ filename: document.filename, labels: [...labels] }], named };
}

const labelsOf = (texts: readonly CitedText[]): string[] => distinct(texts.flatMap(({ labels }) => labels));

/** Shows the advice: as title and points, with the figures, price and risk of a first page as a table. */
function buildSummary(subject: DeckSubject, document: DeckDocument): BuiltSlide[] {
  const { outline } = document;
  const partOf = (wanted: string) => outline.pageOne.find(({ part }) => part === wanted);
  const advice = partOf('recommendation')?.sentences ?? outline.lead;
  const [first, ...others] = advice;
  const isTitle = first !== undefined && countWordsNow(first.text) <= longestTitle;
  const title = isTitle ? first.text.replace(/[.。]$/u, '') : outline.title || slideTexts[subject.language].summary;
  const { taken, rest } = takeWords((isTitle ? others : advice).slice(0, mostPoints), mostWords);
  const figures = partOf('figures');
  const labelled = (['price', 'risk'] as const).flatMap((part) => {
    const found = partOf(part);
    const [sentence] = found?.sentences ?? [];
    return found && sentence ? [{ value: found.label, words: sentence }] : [];
  });
  const shown = figures && figures.figures.length > 0 ? [...figures.figures, ...labelled] : [];
  if (!first && shown.length === 0) return [];
  const labels = labelsOf([...(first ? [first] : []), ...taken, ...shown.map(({ words }) => words)]);
  const left = [...rest, ...(isTitle ? others : advice).slice(mostPoints)];
  return [
    {
      ...noBlocks,
      ...cite(subject, document, { labels, rest: left }),
      ...{ id: 'summary', kind: 'summary', title, points: taken.map(({ text }) => text) },
      table:
        shown.length === 0
          ? null
          : {
              columns: [figures?.label ?? '', ''].map((name) => ({ name, numeric: false })),
              rows: shown.map(({ value, words }) => [value, words.text]),
            },
    },
  ];
}

/** Tells the greatest risk of a first page where no table or list has the risks. */
function buildGreatestRisk(subject: DeckSubject, document: DeckDocument): BuiltSlide[] {
  const part = document.outline.pageOne.find((one) => one.part === 'risk');
  const [first, ...others] = part?.sentences ?? [];
  if (!part || !first || countWordsNow(first.text) > longestTitle) return [];
  const { taken, rest } = takeWords(others, mostWords);
  return [
    {
      ...noBlocks,
      ...cite(subject, document, { labels: labelsOf(part.sentences), rest }),
      id: 'risk',
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
  seen: Map<string, number>,
): BuiltSlide[] {
  const drawn = exhibit.type === 'chart' ? document.charts.get(exhibit.chart.trim()) : undefined;
  if (exhibit.type === 'chart' && !drawn) return [];
  const { takeaway, section, kind, number, type } = exhibit;
  const title = takeaway.text || drawn?.title || section || document.title;
  const key = `${document.filename}\n${keyOfExhibit(exhibit, drawn?.title ?? '')}`;
  const before = seen.get(key) ?? 0;
  seen.set(key, before + 1);
  const fresh = exhibit.words.filter(({ text }) => text !== title);
  // A long table fills its slide, and a list says what its points would say.
  const isFull = type === 'list' || (exhibit.table?.rows.length ?? 0) > mostRowsWithPoints;
  const { taken, rest } = takeWords(fresh.slice(0, mostPoints), isFull ? 0 : mostWords);
  const left = [...rest, ...fresh.slice(mostPoints)];
  const { query } = drawn ?? {};
  const labels = distinct([...takeaway.labels, ...exhibit.labels, ...labelsOf(taken)]);
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
  const source = { title: title ?? slideTexts[language].query, place: '' };
  return {
    sources: distinct([source.title, ...sources]),
    named: [source, ...named],
    notes: hasNotes ? [...notes, `SQL: ${sql}`] : [],
  };
}

/** Lists what the documents cite, with the slides that rest on each. */
export function sourcesSlide(
  { language }: DeckSubject,
  slides: readonly BuiltSlide[],
  documents: readonly DeckDocument[],
): BuiltSlide {
  const texts = slideTexts[language];
  const used = new Map<string, Set<number>>();
  for (const [index, { named }] of slides.entries()) {
    for (const { title } of named) used.set(title, (used.get(title) ?? new Set()).add(index + 1));
  }
  const cited = documents.flatMap((document) =>
    nameSourcesOf(
      document,
      document.outline.footnotes.map(({ label }) => label),
    ),
  );
  const declared = new Set(Object.values(slideTexts).flatMap(({ assumption, proposal }) => [assumption, proposal]));
  const titles = distinct([...used.keys(), ...cited.map(({ title }) => title)]).filter((title) => !declared.has(title));
  const rows = titles.map((title) => [title, [...(used.get(title) ?? [])].join(', ') || '–']);
  return {
    ...noBlocks,
    id: 'sources',
    kind: 'sources',
    title: texts.sources,
    table:
      rows.length === 0
        ? null
        : { columns: [texts.source, texts.slides].map((name) => ({ name, numeric: false })), rows },
  };
}
