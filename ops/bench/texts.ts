import { atMost, type Section } from './report.ts';
import type { Bench } from './servers.ts';
import { findGrowth, mostGrowth } from './texts/find-growth.ts';
import { textReaders } from './texts/readers.ts';

/**
 * Finds readers whose time grows faster than their text, whatever piece of a grammar the text
 * repeats.
 */
export async function measureTexts({ report }: Bench): Promise<Section> {
  const table = [['reader', 'characters', 'pieces tried', 'pieces that grow too fast']];
  let readersOfTooFastGrowth = 0;
  for (const { name, pieces, length, read } of textReaders) {
    const growths = await findGrowth(read, pieces, length);
    if (growths.length > 0) readersOfTooFastGrowth += 1;
    const described = growths.map(({ piece, partsMs, wholeMs }) => {
      const factor = (wholeMs / partsMs).toFixed(1);
      return `${JSON.stringify(piece)}: ${factor} times`;
    });
    table.push([name, String(length), String(pieces.length), described.join('; ') || 'none']);
    report(`${name}: ${described.join('; ') || 'none'}`);
  }
  return {
    title: 'Repeated texts',
    content: [
      `Each reader gets texts that repeat one piece of a grammar. A whole text may cost at most ${mostGrowth.toFixed(2)} times as much as its eight parts one by one, which is 2.5 times for twice the length; a square would cost eight times as much.`,
      table,
    ],
    goals: [atMost('Readers whose time grows too fast', 0, '', readersOfTooFastGrowth)],
  };
}
