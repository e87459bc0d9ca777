import type { TaskBrief } from '@ecp/model-calls/prompt-types';
import { cleanLine, clipText } from '../text/clean-line.ts';
import { readTopicWords } from '../text/read-words.ts';
import { capitalize } from '../text/spell-count.ts';
import { splitSentences } from '../text/split-sentences.ts';

/** One point that a task's description requests: a heading, and the words to look for. */
export interface Point {
  title: string;
  stems: Set<string>;
}

const maxPoints = 7;
const maxTitleLength = 84;
/** Words that order the work or introduce its topic. They are not part of a heading. */
const leadIn =
  /^(?:(?:and|or|then|also|please|first|finally)\s+)*(?:(?:establish|set out|compute|calculate|show|name|say|tell|list|weigh|compare|recommend|work out|hold them against|give|use|treat|add|analy[sz]e|describe|identify|assess|explain|determine|define|outline|prepare|examine|plan|write|draft|propose|develop|design|map|estimate|review|gather|collect|turn|find out|find|advise on|answer)\b\s*(?:from \S+ \S+ (?=what|how|which)|out\b)?\s*)?(?:(?:the\s+)?(?:what is known (?:about|of|on)|possible causes|such as|including|for example|with|like|by|to)(?:\s+|$))?/i;
/** Stems that say how much or how often, but name no topic. */
const vague = /^(?:many|far|long|much|least|most|possibl|chang|moved|figur|first|next|two|three|four|five|six)$/;
/** Requests for gaps and contradictions, which have sections of their own. */
const aboutMaterial =
  /\b(?:not (?:known|recorded|measured|covered)|unknown|missing|disagree|contradict\w*|the (?:material|sources?) (?:cannot|do(?:es)? not|names?|proposes?|gives?|says?)|open questions?|cannot tell)\b/i;

/** Returns the points of a task in the order of its description; none if the description is too short. */
export function findPoints({ description }: TaskBrief): Point[] {
  const text = cleanLine(description.slice(0, 4000));
  const asked = [...text.matchAll(/“([^”]+)”/g)].map((match) => match[1] ?? '').join(' ') || text;
  const points: Point[] = [];
  const seen = new Set<string>();
  for (const sentence of splitSentences(asked)) {
    for (const part of joinShort(splitParts(sentence))) {
      const words = readTopicWords(part).filter(
        ({ stem }) => !vague.test(stem) && (!seen.has(stem) || part.length > 30),
      );
      if (words.length === 0 || aboutMaterial.test(part)) continue;
      for (const { stem } of words) seen.add(stem);
      points.push({ title: nameHeading(part), stems: new Set(words.map(({ stem }) => stem)) });
    }
  }
  const telling = points.filter(({ stems }) => stems.size > 1);
  return (telling.length > 2 ? telling : points).slice(0, maxPoints);
}

/** Splits a sentence at its colons, semicolons and commas, and at "and how". */
function splitParts(sentence: string): string[] {
  const separators =
    /([;:]\s+|,\s+(?!(?:who|which|where|whose)\b)|\s+(?=and (?:how|what|which|where|whether|who|when)\b))/;
  const pieces = sentence.replace(/[.!\s]+$/, '').split(separators);
  return pieces.filter((_, at) => at % 2 === 0);
}

/** Joins a part with fewer than two topic words to the next part, and the last one to the part before it. */
function joinShort(parts: string[]): string[] {
  const joined: string[] = [];
  let pending = '';
  for (const raw of parts) {
    const part = pending === '' ? raw.replace(leadIn, '') : raw;
    pending = pending === '' ? part : `${pending}, ${part}`;
    if (readTopicWords(pending).length < 2 && !aboutMaterial.test(pending)) continue;
    joined.push(pending);
    pending = '';
  }
  const last = joined.at(-1);
  if (readTopicWords(pending).length === 0) return joined;
  if (last === undefined || aboutMaterial.test(last)) return [...joined, pending];
  return [...joined.slice(0, -1), `${last}, ${pending}`];
}

function nameHeading(part: string): string {
  const bare = part
    .replace(/,\s+and\s+/g, ' and ')
    .replace(/^([^,]{1,30}), ([^,]{1,30})$/, (pair, one: string, other: string) =>
      / and /.test(pair) ? pair : `${one} and ${other}`,
    )
    .replace(/^(?:and|the)\s+/i, '');
  const comma = bare.length > maxTitleLength ? bare.lastIndexOf(', ', maxTitleLength) : -1;
  return capitalize(clipText(comma > 0 ? bare.slice(0, comma) : bare, maxTitleLength));
}
