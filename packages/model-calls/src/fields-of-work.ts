import fieldsOfWork from './fields-of-work.json' with { type: 'json' };

/** German and Japanese join words; elsewhere a word begins as the field says. */
const joined = (words: string) => new RegExp(words, 'giu');
const begun = (words: string) => new RegExp(`(?<!\\p{L})(?:${words})`, 'giu');

const fields = fieldsOfWork.map(({ agent, en, de, fr, es, it, ja }) => {
  return { agent, patterns: [begun(en), joined(de), begun(fr), begun(es), begun(it), joined(ja)] };
});

/** Points of a word of a field: more than a word that an agent's description shares by chance. */
const points = { name: 24, description: 4 };
const longestRead = 2_000;

/**
 * Scores, by slug, the agents whose field of work a task is about in any of our languages: waits
 * are of operations, prices of pricing, contracts of law.
 */
export function scoreFields({
  name,
  description,
}: {
  name: string;
  description: string;
}): Map<string, number> {
  const count = (text: string, patterns: readonly RegExp[]) =>
    Math.max(...patterns.map((pattern) => new Set(text.toLowerCase().match(pattern)).size));
  return new Map(
    fields.map(({ agent, patterns }) => [
      agent,
      points.name * count(name, patterns) +
        points.description * count(description.slice(0, longestRead), patterns),
    ]),
  );
}
