import type { Pace } from '../pace.ts';
import { clipText } from '../text/clean-line.ts';
import { readBlocks } from '../text/read-blocks.ts';
import { readStems } from '../text/read-words.ts';
import { splitSentences } from '../text/split-sentences.ts';
import { isAsk, isAskHeading, isInstruction, isListIntro } from './classify-passage.ts';
import type { Material, Origin } from './passage.ts';
import { readTable } from './read-table.ts';

/** Most passages kept of one set of documents; beyond it the material is a book, not a brief. */
const maxPassages = 20_000;
const maxQuoteLength = 380;
const maxTables = 60;

/**
 * Reads untrusted documents into passages and tables, in slices.
 * @param documents texts with their origins, in the order in which they are cited
 */
export async function readMaterial(documents: { origin: Origin; text: string }[], pace: Pace): Promise<Material> {
  const material: Material = { passages: [], tables: [] };
  for (const { origin, text } of documents) {
    let place: Place = { origin, heading: null, isWish: false };
    let underWish = false;
    let listed = false;
    for (const block of readBlocks(text)) {
      if (pace.isDue()) await pace.rest();
      if (material.passages.length >= maxPassages) return material;
      if (block.kind === 'heading') {
        place = { origin, heading: clipText(block.text, 90), isWish: false };
        underWish = origin.kind === 'brief' && isAskHeading(block.text);
        listed = underWish;
        continue;
      }
      if (block.kind === 'paragraph') listed = underWish || (origin.kind === 'brief' && isListIntro(block.text));
      if (block.kind === 'rows') {
        const table = readTable(block.rows, block.delimiter, origin, place.heading);
        if (table && material.tables.length < maxTables) material.tables.push(table);
        if (!table) for (const row of block.rows) await pushSentences(row, place, material, pace);
      } else await pushSentences(block.text, { ...place, isWish: listed && block.kind === 'item' }, material, pace);
    }
  }
  return material;
}

/** Where a piece of text stands; `isWish` for an item of a list of what the brief wants. */
interface Place {
  origin: Origin;
  heading: string | null;
  isWish: boolean;
}

async function pushSentences(
  text: string,
  { origin, heading, isWish }: Place,
  material: Material,
  pace: Pace,
): Promise<void> {
  for (const sentence of splitSentences(text.replace(/\s+/g, ' '))) {
    if (pace.isDue()) await pace.rest();
    const clipped = sentence.length > maxQuoteLength;
    const kept = clipped ? clipText(sentence, maxQuoteLength).replace(/ …$/, '') : sentence;
    const stems = readStems(kept);
    if (stems.length === 0) continue;
    material.passages.push({
      text: kept,
      clipped,
      stems,
      origin,
      heading,
      order: material.passages.length,
      isAsk: isWish || isAsk(kept),
      isInstruction: isInstruction(kept),
    });
  }
}
