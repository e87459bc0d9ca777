import { type CardKind, cardLimits } from '@ecp/contract/values/card-kinds';
import type { Citation } from '@ecp/contract/values/citations';
import type { Figure } from '@ecp/contract/values/figures';
import type { NoteAnswer } from '@ecp/contract/values/review-answers';
import { showPassage } from '@ecp/evidence/passages';
import { readContentWords } from '@ecp/language/content-words';
import type { Language } from '@ecp/language/language';
import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import { type ClientName, findFigures, findNames, mergePlaces } from './revealing-marks.ts';

/** Limits the cards of one document. Few good ones are read; many are not. */
const maxCardsOfDocument = 4;

/** Makes cards by rules: one structure, method and lesson at most, else benchmarks. */
export function extractCards(material: CardMaterial): NewCard[] {
  const single = [extractLesson(material), extractMethod(material), extractStructure(material)];
  const cards = single.filter((card) => card !== null);
  const benchmarks = extractBenchmarks(material).slice(0, maxCardsOfDocument - cards.length);
  return [...benchmarks, ...cards].flatMap((card) => {
    const title = showPassage(card.title, cardLimits.title);
    const isEmpty = title.replace(/[…\s]/g, '') === '' || card.body.trim() === '';
    return isEmpty
      ? []
      : [{ ...card, title, body: card.body.slice(0, cardLimits.body).toWellFormed() }];
  });
}

/** A card before it is stored. The same key of one file is the same card. */
export interface NewCard {
  kind: CardKind;
  key: string;
  title: string;
  body: string;
}

export interface CardMaterial {
  title: string;
  language: Language;
  sections: readonly Section[];
  figures: readonly Figure[];
  citations: readonly Citation[];
  /** Answers to the notes of reviewers, of this version and earlier ones of the file. */
  noteAnswers: readonly NoteAnswer[];
  /** Words that name the client, which a structure leaves out. */
  clientWords: readonly ClientName[];
}

/** Sources that mean something outside the engagement, best first. The id of a query does not. */
const sourceKinds: readonly Citation['source']['kind'][] = ['url', 'attachment'];
/** Limits the figures that are compared with the citations. */
const mostFigures = 60;

/**
 * Makes cards of figures with unit, period and cited source, verified or computed; those from the
 * web first.
 */
function extractBenchmarks(material: CardMaterial): NewCard[] {
  const usable = material.figures.filter(isUsable).slice(0, mostFigures);
  const found = usable.flatMap((figure) => {
    const citation = findCitation(figure, material);
    return citation ? [{ figure, citation }] : [];
  });
  const ranked = found.toSorted((one, other) => rankOf(one.citation) - rankOf(other.citation));
  const cards = ranked.map(({ figure, citation }) => toBenchmark(figure, citation, material));
  return [...Map.groupBy(cards, ({ key }) => key).values()].flatMap(([best]) => best ?? []);
}

const rankOf = ({ source }: Citation) => sourceKinds.indexOf(source.kind);

function isUsable({ unit, period, state, label }: Figure): boolean {
  return (
    unit !== null &&
    period !== null &&
    label.trim() !== '' &&
    (state === 'verified' || state === 'computed')
  );
}

/**
 * Finds the best source of a figure: a statement with the same number that is about the same thing.
 */
function findCitation(
  { text, label }: Figure,
  { citations, language }: CardMaterial,
): Citation | undefined {
  const stems = new Set(readContentWords(label, language).map(({ stem }) => stem));
  const isAbout = (claim: string) =>
    readContentWords(claim, language).some(({ stem }) => stems.has(stem));
  const holding = citations.filter(
    ({ state, claim, source }) =>
      (state === 'verified' || state === 'computed') &&
      sourceKinds.includes(source.kind) &&
      holdsNumber(claim, text) &&
      isAbout(claim),
  );
  return holding.toSorted((one, other) => rankOf(one) - rankOf(other))[0];
}

/** Returns true if a text holds a number that is no part of a longer one. */
function holdsNumber(claim: string, number: string): boolean {
  for (let at = claim.indexOf(number); at !== -1; at = claim.indexOf(number, at + 1)) {
    const isAlone =
      !/[\p{N}][.,]?$/u.test(claim.slice(0, at)) &&
      !/^[.,]?\p{N}/u.test(claim.slice(at + number.length));
    if (isAlone) return true;
  }
  return false;
}

/** Writes the unit behind a bare number, as tables give it. */
function withUnit({ text, unit }: Figure): string {
  return unit !== null && /^[\d\s.,'’−+-]+$/.test(text) ? `${text} ${unit}` : text;
}

function toBenchmark(
  figure: Figure,
  { claim, source }: Citation,
  { language }: CardMaterial,
): NewCard {
  const words = cardWords[language];
  const colon = language === 'fr' ? '\u00a0:' : language === 'ja' ? '：' : ':';
  const space = language === 'ja' ? '' : ' ';
  const line = (label: string, text: string) => `${label}${colon}${space}${escapeMarkdown(text)}`;
  const place = [source.title, source.location]
    .filter((part) => part !== null && part !== '')
    .join(', ');
  const { label, unit, period } = figure;
  return {
    kind: 'benchmark',
    key: `benchmark ${JSON.stringify([label.toLowerCase(), unit, period])}`,
    title: `${label}, ${period}`,
    body: [
      line(label, withUnit(figure)),
      line(words.period, period ?? ''),
      cleanPassage(claim),
      line(words.source, place),
    ].join('\n\n'),
  };
}

/** An outline with fewer headings says nothing; a longer one is no outline. */
const fewestHeadings = 3;
const mostHeadings = 40;
const deepest = 3;
/** A heading that names an attached file tells only what this engagement had. */
const fileName = /\.[a-z0-9]{2,5}[”"“’»)]*(?:,|$)/i;

/**
 * Makes the card of the outline, without the client's words and figures. Null for a document with
 * few headings.
 */
function extractStructure(material: CardMaterial): NewCard | null {
  const headings = material.sections.filter(
    ({ depth, heading }) =>
      depth > 1 && depth <= deepest && heading !== '' && !fileName.test(heading),
  );
  if (headings.length < fewestHeadings) return null;
  const top = Math.min(...headings.map(({ depth }) => depth));
  const lines = headings.slice(0, mostHeadings).map((section) => {
    const holds = describeHolding(section, material);
    return `${'  '.repeat(section.depth - top)}- ${generalise(section.heading, material)}${holds && ` (${holds})`}`;
  });
  return {
    kind: 'structure',
    key: 'structure',
    title: generalise(material.title, material),
    body: lines.join('\n'),
  };
}

/** Returns the words of a heading with an ellipsis for each name of the client and each figure. */
function generalise(words: string, { clientWords }: CardMaterial): string {
  const places = mergePlaces([...findNames(words, clientWords), ...findFigures(words)]);
  let text = '';
  let done = 0;
  for (const { start, end } of places) {
    text += `${words.slice(done, start)}…`;
    done = end;
  }
  return (text + words.slice(done)).replace(/…(?:\s*…)+/g, '…').trim();
}

function describeHolding({ text }: Section, { language }: CardMaterial): string {
  const words = cardWords[language];
  const holds = [
    /^\s*\|.*\|\s*\n\s*\|[\s:|-]+\|/m.test(text) && words.table,
    /^ {0,3}(?:```|~~~)chart\b/m.test(text) && words.chart,
    /^\s*(?:[-*+]|\d{1,3}[.)])\s/m.test(text) && words.list,
  ];
  return holds.filter((word) => word !== false).join(', ');
}

/** Headings of sections that say how something was done, in the languages of documents. */
const methodHeading =
  /\b(?:methods?|methodology|approach|procedure|how (?:we|this|the .{1,40} was)|calculation|estimation|assumptions and method|steps of work)\b|\b(?:Methoden?|Methodik|Vorgehen|Vorgehensweise|Ansatz|Verfahren|Herleitung|Berechnungsweg)\b|\b(?:méthodes?|méthodologie|démarche|approche|procédure|mode de calcul)(?!\p{L})|\b(?:métodos?|metodología|enfoque|procedimiento|forma de cálculo)(?!\p{L})|方法|手法|アプローチ|手順|進め方|算定/iu;
/** A shorter section says too little to be reused. */
const shortestText = 200;
/** Limits the characters of a section that are read. */
const longestSection = 20_000;

/**
 * Makes the card of the longest section with a method's heading and those below it, without
 * footnotes. Null without one.
 */
function extractMethod({ sections, title }: CardMaterial): NewCard | null {
  const candidates = sections.flatMap((section, at) => {
    if (section.depth < 2 || !methodHeading.test(section.heading)) return [];
    return [
      {
        heading: section.heading,
        text: cleanPassage(wholeText(sections, at).slice(0, longestSection)),
      },
    ];
  });
  const [best] = candidates.toSorted((one, other) => other.text.length - one.text.length);
  if (!best || best.text.length < shortestText) return null;
  return {
    kind: 'method',
    key: `method ${best.heading.toLowerCase()}`,
    title: title === '' ? best.heading : `${best.heading} · ${title}`,
    body: cutAtParagraph(best.text, cardLimits.body),
  };
}

/** Returns the text of a section with the sections below it. */
function wholeText(sections: readonly Section[], at: number): string {
  const [own, ...rest] = sections.slice(at);
  if (!own) return '';
  const end = rest.findIndex(({ depth }) => depth <= own.depth);
  const below = end === -1 ? rest : rest.slice(0, end);
  return [
    own.text,
    ...below.map(({ depth, heading, text }) => `${'#'.repeat(depth)} ${heading}\n\n${text}`),
  ].join('\n\n');
}

/** Limits the points of a lesson, the newest, and the characters of each text of a point. */
const mostPoints = 6;
const longestText = 400;

/** Makes the card of the reviewers' requests and how they were met. Null if no point was met. */
function extractLesson({ noteAnswers, title, language }: CardMaterial): NewCard | null {
  const words = cardWords[language];
  const met = noteAnswers.filter(
    ({ outcome, text }) => outcome !== 'not_met' && text.trim() !== '',
  );
  if (met.length === 0) return null;
  const points = met.slice(-mostPoints).map(({ note, outcome, text, section }) => {
    const label = outcome === 'met' ? words.met : words.partlyMet;
    const where = section === null || section.trim() === '' ? '' : ` (${toLine(section)})`;
    return `- **${words.asked}:** ${toLine(note)}\n  **${label}:** ${toLine(text)}${where}`;
  });
  return {
    kind: 'lesson',
    key: 'lesson',
    title: title === '' ? words.lesson : `${words.lesson} · ${title}`,
    body: cutAtParagraph(points.join('\n\n'), cardLimits.body),
  };
}

/** Returns a text as one line of inert markdown. */
const toLine = (text: string): string => escapeMarkdown(showPassage(text, longestText));

/** A section of a document: its heading, and its text up to the next heading of any level. */
interface Section {
  /** The level of the heading, 1 to 6; 0 for the text before the first one. */
  depth: number;
  heading: string;
  text: string;
}

const frontMatter = /^---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/;
const fence = /^ {0,3}(```+|~~~+)/;

/**
 * Cuts a document at its headings, without front matter. Lines of code are no headings. Linear in
 * its length.
 */
export function readSections(markdown: string): Section[] {
  const sections: Section[] = [];
  let current: { depth: number; heading: string; lines: string[] } = {
    depth: 0,
    heading: '',
    lines: [],
  };
  let open: string | null = null;
  const finish = () => {
    const text = current.lines.join('\n').trim();
    if (current.depth > 0 || text !== '')
      sections.push({ depth: current.depth, heading: current.heading, text });
  };
  for (const line of markdown.replace(frontMatter, '').split(/\r?\n/)) {
    const mark = fence.exec(line)?.[1]?.slice(0, 3);
    if (mark !== undefined && (open === null || open === mark)) open = open === null ? mark : null;
    const heading = open === null ? /^(#{1,6})[ \t]+(.*)$/.exec(line) : null;
    if (!heading) {
      current.lines.push(line);
      continue;
    }
    finish();
    current = {
      depth: heading[1]?.length ?? 1,
      heading: plainHeading(heading[2] ?? ''),
      lines: [],
    };
  }
  finish();
  return sections;
}

/** Returns the words of a heading without closing marks, footnotes, emphasis and its own number. */
function plainHeading(raw: string): string {
  return raw
    .replace(/\s+#+\s*$/, '')
    .replace(/\[\^[^\]\s]+\]/g, '')
    .replace(/(?<!\w)[*_`]+(?=\S)|(?<=\S)[*_`]+(?!\w)/g, '')
    .replace(/^\d{1,2}(?:\.\d{1,2})*[.)]?\s+/, '')
    .trim();
}

/** Blocks of code, with the charts in them, which name records of the engagement. */
const codeBlock = /^ {0,3}(```+|~~~+)[\s\S]*?^ {0,3}\1[ \t]*$/gm;
const footnote = /^\[\^[^\]\s]+\]:.*(?:\n(?: {4}|\t).*)*$/gm;

/** Removes the parts of a passage that need its document: footnotes, pictures, comments, code. */
function cleanPassage(markdown: string): string {
  return markdown
    .replace(codeBlock, '')
    .replace(footnote, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/!\[[^\]\n]*\]\([^)\n]*\)/g, '')
    .replace(/\[\^[^\]\s]+\]/g, '')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/**
 * Cuts a text to at most `length` characters: after a paragraph if one ends in its second half,
 * else after a word.
 */
function cutAtParagraph(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.slice(0, length - 2).toWellFormed();
  const paragraph = start.lastIndexOf('\n\n');
  if (paragraph > length / 2) return `${start.slice(0, paragraph)}\n\n…`;
  return `${start.slice(0, Math.max(start.lastIndexOf(' '), start.lastIndexOf('\n'), 1)).trimEnd()} …`;
}

/** Words of ours in a card, in the language of its document. */
interface CardWords {
  table: string;
  list: string;
  chart: string;
  source: string;
  period: string;
  asked: string;
  met: string;
  partlyMet: string;
  lesson: string;
}

const cardWords: Record<Language, CardWords> = {
  en: {
    table: 'table',
    list: 'list',
    chart: 'chart',
    source: 'Source',
    period: 'Period',
    asked: 'The reviewer asked',
    met: 'How it was met',
    partlyMet: 'How it was met in part',
    lesson: 'Review',
  },
  de: {
    table: 'Tabelle',
    list: 'Liste',
    chart: 'Diagramm',
    source: 'Quelle',
    period: 'Zeitraum',
    asked: 'Die Prüfung verlangte',
    met: 'So wurde es erfüllt',
    partlyMet: 'So wurde es teilweise erfüllt',
    lesson: 'Prüfung',
  },
  fr: {
    table: 'tableau',
    list: 'liste',
    chart: 'graphique',
    source: 'Source',
    period: 'Période',
    asked: 'La relecture demandait',
    met: 'Réponse apportée',
    partlyMet: 'Réponse partielle',
    lesson: 'Relecture',
  },
  es: {
    table: 'tabla',
    list: 'lista',
    chart: 'gráfico',
    source: 'Fuente',
    period: 'Período',
    asked: 'La revisión pedía',
    met: 'Cómo se cumplió',
    partlyMet: 'Cómo se cumplió en parte',
    lesson: 'Revisión',
  },
  ja: {
    table: '表',
    list: '一覧',
    chart: 'グラフ',
    source: '出典',
    period: '期間',
    asked: 'レビューでの指摘',
    met: '対応',
    partlyMet: '一部の対応',
    lesson: 'レビュー',
  },
};
