import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { clipText } from '../text/clean-line.ts';
import { readBlocks } from '../text/read-blocks.ts';
import { readStems } from '../text/read-words.ts';
import { splitSentences } from '../text/split-sentences.ts';
import {
  isEnclosureHeading,
  isLabel,
  isListIntro,
  isRequest,
  isRequestHeading,
  isTitleLike,
} from './classify-passage.ts';
import { isInstruction } from './detect-instructions.ts';
import type { Material, Origin } from './passage.ts';
import { readTable } from './read-table.ts';

/** Highest number of passages that are read from one set of documents. */
const maxPassages = 20_000;
const maxQuoteLength = 380;
const maxTables = 60;
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
    for (const block of readBlocks(text)) {
      if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
      if (material.passages.length >= maxPassages) return material;
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
        const rows = block.rows.filter((row) => !isInstruction(row));
        if (rows.length < block.rows.length) material.steered.add(origin);
        const table = readTable(rows, block.delimiter, origin, place.heading);
        if (table && material.tables.length < maxTables) material.tables.push(table);
        if (!table) for (const row of rows) await pushSentences(row, place, material, timeSlice);
      } else {
        const isTitle = origin.kind === 'source' && block.kind === 'paragraph' && isTitleLike(block.text);
        const own = { isWish: listed && block.kind === 'item', isLabel: place.isLabel || isTitle };
        await pushSentences(block.text, { ...place, ...own }, material, timeSlice);
      }
    }
  }
  return material;
}

/** The position of a piece of text. `isWish` marks an item of a list of requests, `isLabel` words that form no sentence. */
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
  let tainted = 0;
  for (const sentence of joinFollowers(splitSentences(text.replace(/\s+/g, ' ')))) {
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
const leaning = new RegExp(
  [
    String.raw`^(?:it|its|they|their|them|he|his|she|her|this|these|those|that|there|such|both|neither|then|otherwise|therefore|together|but|however|still|instead|most of them|(?:one|two|three|half|some|none) of (?:them|these)|in that|when that|(?:in|by|of) \p{L}+ that|(?:at|by) the same)\b`,
    String.raw`\b(?:in the same (?:time|period|year)|since then|the (?:latter|former))\b`,
    String.raw`^(?:\S+\s){1,8}(?:it|them)(?:\s\S+){0,4}\.$`,
    String.raw`\b(?:is|are|was|were|does|did)\.$`,
  ].join('|'),
  'iu',
);

/** Joins a sentence with the one before it if it depends on that one and both fit into one quote. */
function joinFollowers(sentences: string[]): string[] {
  const joined: string[] = [];
  for (const sentence of sentences) {
    const before = joined.at(-1);
    const fits = before !== undefined && before.length + sentence.length < maxQuoteLength;
    const bothState = fits && ![before, sentence].some((text) => isRequest(text) || isInstruction(text));
    if (bothState && leaning.test(sentence)) joined[joined.length - 1] = `${before} ${sentence}`;
    else joined.push(sentence);
  }
  return joined;
}
