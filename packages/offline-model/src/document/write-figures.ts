import { escapeMarkdown } from '@ecp/markdown/escape-markdown';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { type Figure, findFigures } from '../evidence/find-figures.ts';
import type { RankedPassage } from '../evidence/rank-passages.ts';
import type { Citations } from './citations.ts';
import { writeTable } from './compose.ts';

const maxOfPassage = 3;
const kindNames = { money: 'Money', share: 'Share', date: 'Date', period: 'Period', count: 'Count' } as const;

/** Collects the figures of the statements in their order, each figure of a sentence once. */
export async function collectFigures(
  statements: RankedPassage[],
  limit: number,
  timeSlice: TimeSlice,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  const seen = new Set<string>();
  for (const { passage } of statements) {
    if (figures.length >= limit) break;
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    for (const figure of findFigures(passage)) {
      const key = `${figure.shown}\n${passage.text}`;
      if (!seen.has(key)) figures.push(figure);
      seen.add(key);
    }
  }
  return figures.slice(0, limit);
}

/** Chooses from unquoted figures: amounts, shares, periods and counts, but no dates and only a few per sentence. */
export function chooseFurtherFigures(figures: Figure[], limit: number): Figure[] {
  const perPassage = new Map<string, number>();
  const telling = figures.filter(({ kind, shown, passage }) => {
    if (kind === 'date' || (kind === 'count' && !/\p{L}|[.,]\d{3}/u.test(shown))) return false;
    const seen = perPassage.get(passage.text) ?? 0;
    perPassage.set(passage.text, seen + 1);
    return seen < maxOfPassage;
  });
  return telling.slice(0, limit);
}

/** Writes figures with the words around them and their source, in reading order. */
export function writeFigures(figures: Figure[], citations: Citations): string {
  if (figures.length === 0) return '';
  const shown = [...figures].sort((a, b) => a.passage.order - b.passage.order);
  return writeTable(
    ['Figure', 'Kind', 'In its words', 'Source'],
    shown.map((figure) => [
      `**${escapeMarkdown(figure.shown)}**`,
      kindNames[figure.kind],
      escapeMarkdown(figure.context),
      citations.cite(figure.passage),
    ]),
  );
}
