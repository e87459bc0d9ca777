import type { Language } from '@ecp/language/language';
import { readNumberStyle } from '@ecp/language/number-style';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import type { FigureConflict } from '../conflicts/figure-conflict.ts';
import { findConflicts } from '../conflicts/find-conflicts.ts';
import { frameOf } from '../frame/frame-of.ts';
import type { Passage } from '../material/passage.ts';
import { numberFormat } from '../numbers/number-format.ts';
import { nameFigures, type Writing } from '../pack/write-findings.ts';
import { writeList } from '../pack/write-markdown.ts';
import { type CitedStatement, quoteStatement } from './cited-statement.ts';
import type { ReadDocument } from './read-upstream.ts';

/** The least likeness of two places that a paper for a board takes for one thing. */
const leastLikeness = 0.5;
const maxDifferences = 6;

/** Two sources that give different figures for the same thing, with the statements that quote them. */
export interface SourceDifference {
  conflict: FigureConflict;
  sides: readonly [CitedStatement, CitedStatement];
}

/** Finds sources that contradict each other among the quotes of all documents, the surest first. */
export async function findDifferences(
  documents: readonly ReadDocument[],
  language: Language,
  timeSlice: TimeSlice,
): Promise<SourceDifference[]> {
  const statementOf = new Map<Passage, CitedStatement>();
  const known = new Set<string>();
  for (const statement of documents.flatMap(({ statements }) => statements)) {
    const { text, origin } = statement.passage;
    const key = `${origin.label}\n${text}`;
    if (!statement.isQuote || known.has(key)) continue;
    known.add(key);
    const { decimalSign } = readNumberStyle(text, language);
    statementOf.set({ ...statement.passage, origin: { ...origin, decimalSign } }, statement);
  }
  const material = { passages: [...statementOf.keys()], tables: [], steered: new Set<never>() };
  const writer = { frame: frameOf(language), format: numberFormat(language) };
  const found = await findConflicts(material, writer, timeSlice);
  const differences = found.flatMap((conflict) => {
    const one = statementOf.get(conflict.passage);
    const other = conflict.other.kind === 'passage' ? statementOf.get(conflict.other.passage) : undefined;
    if (one === undefined || other === undefined || conflict.likeness < leastLikeness) return [];
    return [{ conflict, sides: [one, other] as const }];
  });
  return differences.slice(0, maxDifferences);
}

/** Writes both figures of each difference with the two statements and their sources. */
export function writeSourceDifferences(differences: readonly SourceDifference[], writing: Writing): string {
  const entries = differences.map(({ conflict, sides }) => {
    const quotes = sides.map((side) => quoteStatement(side, writing));
    return `**${nameFigures(conflict, writing.frame)}**\n\n${writeList(quotes)}`;
  });
  return entries.join('\n\n');
}
