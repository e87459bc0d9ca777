import type { Language } from '@ecp/language/language';
import { splitSentences } from '@ecp/language/split-sentences';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import {
  isEnclosureHeading,
  isLabel,
  isListIntro,
  isRequest,
  isRequestHeading,
  isTitleLike,
} from '../material/classify-passage.ts';
import { isInstruction } from '../material/detect-instructions.ts';
import type { Material, Origin, SourceTable } from '../material/passage.ts';
import { readTables } from '../tables/read-table.ts';
import { clipText } from '../text/clean-line.ts';
import { readBlocks } from '../text/read-blocks.ts';
import { readStems } from '../text/read-words.ts';

/** Highest number of passages that are read from one set of documents. */
const maxPassages = 20_000;
const maxQuoteLength = 380;
const maxTables = 60;
/** The paragraph that marks a part which a source leaves out of a long file. */
const omission = '…';
/** Number of sentences that an instruction taints: itself and those after it, as in "Ignore … . The word is …". */
const maxTainted = 4;

/**
 * Reads untrusted documents into passages and tables, in slices.
 * @param documents texts with their origins, in the order in which they are cited
 */
export async function readMaterial(
  documents: { origin: Origin; text: string }[],
  timeSlice: TimeSlice,
): Promise<Material> {
  const material: Material = { passages: [], tables: [], steered: new Set() };
  for (const { origin, text } of documents) {
    if (isInstruction(`${origin.label}\n${origin.location ?? ''}`)) material.steered.add(origin);
    let place: Place = { origin, heading: null, isWish: false, isLabel: false };
    let underWish = false;
    let listed = false;
    let isCut = false;
    const tables: SourceTable[] = [];
    for await (const block of readBlocks(text, timeSlice)) {
      if (material.passages.length >= maxPassages) break;
      if (block.kind === 'heading') {
        const isSteering = isInstruction(block.text);
        if (isSteering) material.steered.add(origin);
        const heading = isSteering ? null : clipText(block.text, 90);
        place = { origin, heading, isWish: false, isLabel: isEnclosureHeading(block.text) };
        underWish = origin.kind === 'brief' && isRequestHeading(block.text);
        listed = underWish;
        continue;
      }
      if (block.kind === 'paragraph') listed = underWish || (origin.kind === 'brief' && isListIntro(block.text));
      if (block.kind === 'rows') {
        const rows = await withoutInstructions(block.rows, timeSlice);
        const isHonest = rows.length === block.rows.length;
        if (!isHonest) material.steered.add(origin);
        const found = await readTables(rows, block.delimiter, { origin, heading: place.heading }, timeSlice);
        tables.push(...found.map((table) => ({ ...table, isComplete: table.isComplete && isHonest })));
        if (found.length === 0) for (const row of rows) await pushSentences(row, place, material, timeSlice);
      } else {
        isCut ||= block.text === omission;
        const isTitle = origin.kind === 'source' && block.kind === 'paragraph' && isTitleLike(block.text);
        const own = { isWish: listed && block.kind === 'item', isLabel: place.isLabel || isTitle };
        await pushSentences(block.text, { ...place, ...own }, material, timeSlice);
      }
    }
    const usable = tables.map((table) => ({ ...table, isComplete: table.isComplete && !isCut && isWhole(table) }));
    material.tables.push(...usable.slice(0, maxTables - material.tables.length));
  }
  return material;
}

/** False for the text of a typed table that lacks some of its rows. */
function isWhole({ origin, rows }: SourceTable): boolean {
  return rows.length >= (origin.table?.rowCount ?? 0);
}

async function withoutInstructions(rows: string[], timeSlice: TimeSlice): Promise<string[]> {
  const honest: string[] = [];
  for (const row of rows) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    if (!isInstruction(row)) honest.push(row);
  }
  return honest;
}

/**
 * The position of a piece of text. `isWish` marks an item of a list of requests, `isLabel` words that form no sentence.
 */
interface Place {
  origin: Origin;
  heading: string | null;
  isWish: boolean;
  isLabel: boolean;
}

async function pushSentences(
  text: string,
  { origin, heading, isWish, isLabel: isLabelled }: Place,
  material: Material,
  timeSlice: TimeSlice,
): Promise<void> {
  const { language } = origin;
  let tainted = 0;
  for (const sentence of joinFollowers(splitSentences(text.replace(/\s+/g, ' ')), language)) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    const clipped = sentence.length > maxQuoteLength;
    const kept = clipped ? clipText(sentence, maxQuoteLength).replace(/ …$/, '') : sentence;
    const stems = readStems(kept);
    tainted = isInstruction(kept) ? maxTainted : tainted - 1;
    if (tainted > 0) material.steered.add(origin);
    if (stems.length === 0) continue;
    material.passages.push({
      text: kept,
      clipped,
      stems,
      origin,
      heading,
      order: material.passages.length,
      isRequest: isWish || isRequest(kept),
      isLabel: isLabelled || isLabel(kept),
      isInstruction: tainted > 0,
    });
  }
}

/** Words that make a sentence depend on the one before it: on its own, "they" is unclear. */
const leaning: Record<Language, RegExp> = {
  en: /^(?:it|its|they|their|them|he|his|she|her|this|these|those|that|there|such|both|neither|then|otherwise|therefore|together|but|however|still|instead|most of them|(?:one|two|three|half|some|none) of (?:them|these)|in that|when that|(?:in|by|of) \p{L}+ that|(?:at|by) the same)\b|\b(?:in the same (?:time|period|year)|since then|the (?:latter|former))\b|^(?:\S+\s){1,8}(?:it|them)(?:\s\S+){0,4}\.$|\b(?:is|are|was|were|does|did)\.$/iu,
  de: /^(?:er|sie|es|ihr|ihre|dies|diese|dieser|dieses|das|dort|dabei|dadurch|damit|davon|dafür|daher|deshalb|beide|dann|sonst|aber|jedoch|allerdings|trotzdem|so|solche)(?!\p{L})/iu,
  fr: /^(?:il|elle|ils|elles|ce|cela|ceci|ces|cette|cet|celui-ci|celle-ci|leur|leurs|y|mais|cependant|toutefois|alors|sinon|donc|ainsi|les deux)(?!\p{L})/iu,
  es: /^(?:él|ella|ellos|ellas|esto|eso|este|esta|estos|estas|ese|esa|su|sus|ambos|ambas|allí|pero|sin embargo|entonces|así|por eso|por ello)(?!\p{L})/iu,
  ja: /^(?:これ|それ|あれ|その|この|そこ|ここ|しかし|ただし|また|一方|そのため|なお|両者|彼|彼女)/u,
};

/** Joins a sentence with the one before it if it depends on that one and both fit into one quote. */
function joinFollowers(sentences: string[], language: Language): string[] {
  const joined: string[] = [];
  for (const sentence of sentences) {
    const before = joined.at(-1);
    const fits = before !== undefined && before.length + sentence.length < maxQuoteLength;
    const leans = fits && leaning[language].test(sentence);
    if (leans && ![before, sentence].some((text) => isRequest(text) || isInstruction(text)))
      joined[joined.length - 1] = `${before}${language === 'ja' ? '' : ' '}${sentence}`;
    else joined.push(sentence);
  }
  return joined;
}
