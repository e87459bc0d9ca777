import type { EngagementBrief, TaskBrief } from '@ecp/model-calls/prompt-types';

/** The most that a document holds where task and brief say nothing: words, or characters in Japanese. */
const limits = {
  words: { deciding: 1_100, working: 1_500, page: 550 },
  characters: { deciding: 2_400, working: 3_000, page: 1_200 },
};

/** The engagement and the task for which a document is written. */
interface Assignment {
  engagement: Pick<EngagementBrief, 'language' | 'tasks'>;
  task: Pick<TaskBrief, 'id'>;
}

/** Returns true for a working paper, which is a document on which another task of the engagement builds. */
export function isBuiltOn({ id }: Pick<TaskBrief, 'id'>, { tasks }: Pick<EngagementBrief, 'tasks'>): boolean {
  return tasks.some(({ dependsOn }) => dependsOn.includes(id));
}

/** Tells a writer the length of a document, in words and in characters of Japanese. */
export function lengthRule(isBuiltOn: boolean): string {
  const { words, characters } = limits;
  return isBuiltOn
    ? `800 to ${show(words.working)} words (in Japanese 1,600 to ${show(characters.working)} characters)`
    : `800 to ${show(words.deciding)} words, two pages (in Japanese 1,600 to ${show(characters.deciding)} characters)`;
}

const show = (count: number): string => count.toLocaleString('en-GB');

/** Tells a model how long a document is without its footnotes, and how long it may be. Null for an empty one. */
export function lengthLine(name: string, markdown: string, { engagement, task }: Assignment): string | null {
  const unit = engagement.language === 'ja' ? 'characters' : 'words';
  const count = countBody(markdown, unit);
  if (count === 0) return null;
  const { page, ...most } = limits[unit];
  const [kind, limit] = isBuiltOn(task, engagement)
    ? (['a working paper', most.working] as const)
    : (['the paper for who decides', most.deciding] as const);
  const over = count > limit ? `: the ${name} is ${count - limit} over it` : '';
  return `Length: the ${name} has ${count} ${unit} without its footnotes. This is ${kind}; unless the task or the brief gives it another length (a page has ${page} ${unit}), its limit is ${limit}${over}.`;
}

/** Counts the words, or letters and digits, of a document without footnotes and blocks of code. */
function countBody(markdown: string, unit: 'words' | 'characters'): number {
  let isCode = false;
  let count = 0;
  for (const line of markdown.split('\n')) {
    const isFence = line.startsWith('```');
    if (isFence) isCode = !isCode;
    if (isFence || isCode || /^\s{0,3}\[\^[^[\]\s]+\]:/.test(line)) continue;
    const text = line.replace(/\[\^[^[\]\s]+\]/g, '');
    if (unit === 'characters') count += text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    else count += text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  }
  return count;
}
