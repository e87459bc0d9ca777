import { isStatement, type Passage } from '../material/passage.ts';
import { readStems } from '../text/read-words.ts';
import { isConclusionHeading, rateConcluding } from './conclusion-words.ts';
import type { ReadDocument } from './read-upstream.ts';

/** The conclusion of a document in its own words: one or two sentences; none for a document without one. */
export interface Conclusion {
  document: ReadDocument;
  passages: Passage[];
  /** The certainty that the first sentence concludes. */
  score: number;
}

/** Sentences at the beginning, where documents of other models sum up. */
const summaryLength = 5;
const weights = { heading: 2.5, summary: 0.9, figure: 0.2, topic: 0.8 };
/** The least score with which a second sentence belongs to the conclusion. */
const surely = 3;

/** Finds what a document concludes: by the heading above, the words, and the place in the document. */
export function findConclusion(document: ReadDocument): Conclusion {
  if (document.isPack) return { document, passages: [], score: 0 };
  const stated = document.passages.filter((passage) => isStatement(passage) && !passage.clipped);
  const topic = new Set(readStems(document.taskName));
  const rated = stated.map((passage, at) => ({ passage, at, score: rate(passage, at, topic) }));
  const [first, ...others] = rated.toSorted((one, other) => other.score - one.score || one.at - other.at);
  if (first === undefined) return { document, passages: [], score: 0 };
  const second = others.find(({ score, passage }) => score >= surely && passage.heading === first.passage.heading);
  const chosen = second === undefined ? [first] : [first, second].toSorted((one, other) => one.at - other.at);
  return { document, passages: chosen.map(({ passage }) => passage), score: first.score };
}

function rate({ text, heading, stems }: Passage, at: number, topic: ReadonlySet<string>): number {
  const shared = new Set(stems.filter((stem) => topic.has(stem))).size;
  return (
    (isConclusionHeading(heading) ? weights.heading : 0) +
    rateConcluding(text) +
    (at < summaryLength ? weights.summary - at * 0.1 : 0) +
    (/\d/.test(text) ? weights.figure : 0) +
    (topic.size === 0 ? 0 : (weights.topic * shared) / topic.size)
  );
}
