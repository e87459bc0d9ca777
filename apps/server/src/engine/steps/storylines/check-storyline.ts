import type {
  StorylineExhibit,
  StorylineFinding,
  WrittenSlide,
} from '@ecp/contract/engine/engine-storylines';
import { slideLimits } from '@ecp/contract/work/storylines';
import { checkEvidence } from '@ecp/evidence/check-evidence';
import { type DocumentBlock, parseDocument } from '@ecp/evidence/document';
import { splitClaims } from '@ecp/evidence/split-claims';
import { detectLanguage } from '@ecp/language/detect-language';
import { countSlideWords } from '@ecp/markdown/count-words-now';
import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import type { StorylineDocument } from '@ecp/model-calls/prompt-types';
import type { TextReader } from '@ecp/sandbox/text-readers';
import { createTimeSlice, type TimeSlice } from '@ecp/semaphore/semaphore';

/**
 * A sentence or a row of a document, with the sentences before it that have no footnote of their
 * own.
 */
interface Statement {
  sentence: string;
  before: string;
}

/** The documents and exhibits of a deck, beyond which its slides say nothing. */
interface StorylineMaterial {
  /** The statements of each footnote of a document; `keyOf` makes the key. */
  statements: ReadonlyMap<string, readonly Statement[]>;
  exhibits: ReadonlyMap<string, StorylineExhibit>;
  /** The documents' own words, folded, a block a line; a text that stands there needs no proof. */
  own: string;
  /** All words of the documents and exhibits, in lower case. */
  words: ReadonlySet<string>;
  language: ReturnType<typeof detectLanguage>;
}

const keyOf = (document: string, footnote: string): string =>
  `${document}\n${footnote.trim().toLowerCase()}`;

/** Reads what the documents state under each footnote. */
async function readMaterial(
  documents: readonly StorylineDocument[],
  exhibits: readonly StorylineExhibit[],
  slice: TimeSlice,
): Promise<StorylineMaterial> {
  const statements = new Map<string, Statement[]>();
  const words = new Set<string>();
  const own: string[] = [];
  const addWords = (text: string) => {
    for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}\p{N}]+/gu)) words.add(word);
  };
  for (const { filename, content } of documents) {
    addWords(content);
    for (const block of (await parseDocument(content, slice)).blocks) {
      own.push(foldText(block.text));
      if (slice.isUsedUp()) await slice.yieldToEventLoop();
      for (const { references, ...statement } of listStatements(block)) {
        for (const { label } of references) {
          const key = keyOf(filename, label);
          statements.set(key, [...(statements.get(key) ?? []), statement]);
        }
      }
    }
  }
  for (const { title, holds } of exhibits) addWords(`${title} ${holds}`);
  const language = detectLanguage(
    documents.map(({ content }) => content.slice(0, 4_000)).join('\n\n'),
  );
  return {
    statements,
    own: own.join('\n'),
    exhibits: new Map(exhibits.map((exhibit) => [exhibit.id, exhibit])),
    words,
    language,
  };
}

function listStatements(block: DocumentBlock): (Statement & Pick<DocumentBlock, 'references'>)[] {
  if (block.kind === 'row')
    return [{ sentence: withColumns(block), before: '', references: block.references }];
  let open: string[] = [];
  let last = '';
  return splitClaims(block).flatMap(({ sentence, references }) => {
    const before = open.join(' ');
    // The rest of a sentence behind its footnotes is no sentence of its own.
    if (references.length === 0 && sentence !== last) open.push(sentence);
    if (references.length === 0) return [];
    [open, last] = [[], sentence];
    return [{ sentence, before, references }];
  });
}

/**
 * Returns the words of a text between blanks, without the marks that end sentences and their parts.
 */
const foldText = (text: string): string =>
  ` ${text
    .replace(/[。！？、]|[.,:;!?]+(?=\s|$)/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()} `;

const withColumns = ({ columns, text }: { columns: string[] | null; text: string }): string =>
  columns === null ? text : `${columns.join(' | ')}\n${text}`;

/** A text of a slide that the check refuses, or its exhibit. A number is the place of a point. */
export interface SlideFault extends StorylineFinding {
  part: 'title' | 'exhibit' | number;
}

/** Limits the statements of one slide that are read. */
const maxStatements = 60;

/**
 * Finds what slides say beyond the documents: figures, dates and names that the cited statements
 * and the exhibit lack, texts that are too long, and exhibits that are not there. It asks no model.
 */
async function findFaults(
  slides: readonly WrittenSlide[],
  material: StorylineMaterial,
  slice: TimeSlice,
): Promise<SlideFault[]> {
  const faults: SlideFault[] = [];
  const shown = new Set<string>();
  for (const [slide, written] of slides.entries()) {
    faults.push(...findForm(slide, written, material, shown));
    faults.push(...(await findUnproven(slide, written, material, slice)));
  }
  return faults;
}

function findForm(
  slide: number,
  { kind, title, points, exhibit }: WrittenSlide,
  { exhibits, words }: StorylineMaterial,
  shown: Set<string>,
): SlideFault[] {
  const faults: SlideFault[] = [];
  const add = (part: SlideFault['part'], text: string, reason: string) =>
    faults.push({ slide, part, text, reason });
  if (exhibit !== null) {
    const found = exhibits.get(exhibit);
    if (!found) add('exhibit', exhibit, 'there is no exhibit of this id');
    else if (found.kind !== kind) {
      add('exhibit', exhibit, `this exhibit is of the kind ${found.kind}, the slide of ${kind}`);
    }
    if (shown.has(exhibit)) add('exhibit', exhibit, 'another slide shows this exhibit');
    shown.add(exhibit);
  }
  const count = points.reduce((sum, point) => sum + countSlideWords(point), 0);
  if (count > slideLimits.words) {
    add(
      points.length - 1,
      points.at(-1) ?? '',
      `the points have ${count} words; ${slideLimits.words} fit`,
    );
  }
  for (const [at, text] of [title, ...points].entries()) {
    const unknown = findNames(text).find((name) => !words.has(name.toLowerCase()));
    if (unknown !== undefined) add(partAt(at), text, `${unknown} is not in the documents`);
  }
  return faults;
}

/**
 * Names a text by its place among the title and the points; what is not found there counts as the
 * title.
 */
const partAt = (at: number): SlideFault['part'] => (at <= 0 ? 'title' : at - 1);

/**
 * Returns words that can only be names: abbreviations in capitals, and capital letters inside a
 * sentence.
 */
function findNames(text: string): string[] {
  const capitals = [
    ...text.matchAll(/(?<![\p{L}\p{N}])\p{Lu}[\p{Lu}\p{N}]{1,9}(?![\p{L}\p{N}])/gu),
  ].map(([word]) => word);
  // German writes every noun with a capital letter, so that one shows no name.
  const named =
    detectLanguage(text) === 'de'
      ? []
      : [...text.matchAll(/(?<=[\p{Ll}\p{N},;] )\p{Lu}\p{Ll}[\p{L}\p{M}]+/gu)].map(
          ([word]) => word,
        );
  return [...capitals, ...named];
}

async function findUnproven(
  slide: number,
  written: WrittenSlide,
  { statements, exhibits, own, language }: StorylineMaterial,
  slice: TimeSlice,
): Promise<SlideFault[]> {
  const { title, points, exhibit, sources } = written;
  const cited = sources.flatMap(
    ({ document, footnote }) => statements.get(keyOf(document, footnote)) ?? [],
  );
  const shown = exhibits.get(exhibit ?? '');
  const told = cited
    .slice(0, maxStatements)
    .map(({ before, sentence }) => `${before} ${sentence}`.trim());
  const texts = [...told, ...(shown ? [`${shown.title}\n${shown.holds}`] : [])];
  const names = texts.map((_, at) => `Statement ${at + 1}`);
  const call = names.length === 0 ? '' : '[^1]';
  const said = [title, ...points];
  const lines = said.map(
    (text) => `${endSentence(escapeMarkdown(text.replace(/\s+/g, ' ').trim()))}${call}`,
  );
  const note = names.length === 0 ? '' : `\n\n[^1]: ${names.join('; ')}\n`;
  const found = await checkEvidence(
    `${lines.join('\n\n')}${note}`,
    {
      brief: '',
      language,
      assignment: [],
      upstream: [],
      consultations: [],
      reviewNotes: [],
      queries: [],
      sources: texts.map((text, at) => ({ title: names[at] ?? '', location: null, text })),
      tables: [],
    },
    { slice },
  );
  return found.flatMap(({ state, claim, reason }): SlideFault[] => {
    const at = said.findIndex((text) => foldText(text).includes(foldText(claim)));
    const text = said[Math.max(0, at)] ?? title;
    if (own.includes(foldText(text))) return [];
    const isBroken = state === 'altered' || state === 'unsupported' || state === 'missing_source';
    const isCounted = (state === 'uncited' || state === 'computed') && /\p{Nd}/u.test(text);
    if (!isBroken && !isCounted) return [];
    const why =
      state === 'computed' ? 'no cited statement gives this figure; it was calculated' : reason;
    return [{ slide, part: partAt(at), text, reason: why ?? state }];
  });
}

const endSentence = (text: string): string => (/[.!?。！？]$/u.test(text) ? text : `${text}.`);

/** Slides with the documents' own words where the check refused theirs, and what was refused. */
interface SettledStoryline {
  slides: WrittenSlide[];
  findings: StorylineFinding[];
}

/**
 * Replaces what the check refused: a title by that of its exhibit or by the statement that it
 * cites, a point by that statement, else it is left out; a slide without a title is left out.
 */
function settleFaults(
  slides: readonly WrittenSlide[],
  faults: readonly SlideFault[],
  material: StorylineMaterial,
): SettledStoryline {
  const settled: SettledStoryline = { slides: [], findings: [] };
  const shown = new Set<string>();
  for (const [at, slide] of slides.entries()) {
    const own = faults.filter((fault) => fault.slide === at);
    const isShown =
      slide.exhibit !== null && material.exhibits.has(slide.exhibit) && !shown.has(slide.exhibit);
    const exhibit = isShown ? slide.exhibit : null;
    if (exhibit !== null) shown.add(exhibit);
    const stated = slide.sources.flatMap(
      ({ document, footnote }) => material.statements.get(keyOf(document, footnote)) ?? [],
    );
    const sentences = stated
      .map(({ sentence }) => sentence)
      .filter((text) => !text.includes('\n') && countSlideWords(text) <= longestSentence);
    const isWrong = (part: SlideFault['part']) => own.some((fault) => fault.part === part);
    const title = isWrong('title')
      ? (material.exhibits.get(exhibit ?? '')?.title ?? sentences[0] ?? null)
      : slide.title;
    const index = settled.slides.length;
    const isKept = title !== null && (exhibit !== null || slide.exhibit === null);
    settled.findings.push(
      ...own.map(({ text, reason }) => ({ slide: isKept ? index : -1, text, reason })),
    );
    if (!isKept) continue;
    const points = slide.points.filter((_, place) => !isWrong(place));
    const more =
      points.length === 0 && slide.points.length > 0
        ? sentences.filter((text) => text !== title)
        : [];
    const kind = material.exhibits.get(exhibit ?? '')?.kind ?? slide.kind;
    settled.slides.push({ ...slide, kind, title, exhibit, points: fitWords([...points, ...more]) });
  }
  return settled;
}

const longestSentence = 32;

function fitWords(points: readonly string[]): string[] {
  let left: number = slideLimits.words;
  return points.filter((point) => {
    const count = countSlideWords(point);
    if (count > left) return false;
    left -= count;
    return true;
  });
}

/** Slides with the documents and exhibits that they tell. */
interface SlidesToCheck {
  documents: readonly StorylineDocument[];
  exhibits: readonly StorylineExhibit[];
  slides: readonly WrittenSlide[];
}

/** Finds what slides say beyond their documents. */
export const slidesReader: TextReader<SlidesToCheck, SlideFault[]> = {
  name: 'slides',
  shortWeight: 15_000,
  async read({ documents, exhibits, slides }) {
    const slice = createTimeSlice(undefined);
    return findFaults(slides, await readMaterial(documents, exhibits, slice), slice);
  },
};

/** Replaces what the check has refused of slides. */
export const settleReader: TextReader<
  SlidesToCheck & { faults: readonly SlideFault[] },
  SettledStoryline
> = {
  name: 'settle',
  shortWeight: 15_000,
  async read({ documents, exhibits, slides, faults }) {
    return settleFaults(
      slides,
      faults,
      await readMaterial(documents, exhibits, createTimeSlice(undefined)),
    );
  },
};
