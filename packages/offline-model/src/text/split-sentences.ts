const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const abbreviation =
  /(?:^|[\s(])(?:e\.g|i\.e|approx|ca|vs|cf|no|nr|dr|mr|mrs|ms|inc|ltd|co|corp|st|fig|est|max|min|z\.B|bzw|Mio|Mrd|[A-Z])\.$/i;

/**
 * Splits one clean paragraph into sentences without changing its words. An abbreviation does not end a sentence.
 * @param paragraph at most a few thousand characters: the segmenter works in one go
 */
export function splitSentences(paragraph: string): string[] {
  const sentences: string[] = [];
  let pending = '';
  for (const segment of readSegments(paragraph)) {
    pending += segment;
    if (abbreviation.test(pending.trim())) continue;
    sentences.push(pending.trim());
    pending = '';
  }
  sentences.push(pending.trim());
  return sentences.filter(Boolean);
}

/** Also splits at a full stop before a figure ("late. 312 people"), which the segmenter takes for a decimal point. */
function* readSegments(paragraph: string): Generator<string> {
  for (const { segment } of segmenter.segment(paragraph)) yield* segment.split(/(?<=\p{Ll}{3}[.!?]\s)(?=\d)/u);
}
