import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { findLanguage } from '@ecp/language/detect-language';
import type { Language } from '@ecp/language/language';
import { makeSlug } from '@ecp/language/slug';
import { scoreFields } from '@ecp/model-calls/fields-of-work';
import { type TaskKind, taskKinds } from '@ecp/model-calls/task-kinds';
import type { Roster, RosterAgent } from '../../agents/roster.ts';
import type { EngineTask } from '../../kernel/runs.ts';
import consultingTerms from './consulting-terms.json' with { type: 'json' };

type Foreign = Exclude<Language, 'en'>;
interface FoundTerm {
  english: string;
  start: number;
  end: number;
}

const columns: readonly Foreign[] = ['de', 'fr', 'es', 'ja'];
/** German joins words, and Japanese has no spaces. */
const joinsWords: Record<Foreign, boolean> = { de: true, fr: false, es: false, ja: true };
/**
 * Consulting terms by the beginnings of their forms. Kinds and skills are in English, so other
 * languages need them.
 */
const terms: Record<Foreign, { english: string; pattern: RegExp }[]> = {
  de: [],
  fr: [],
  es: [],
  ja: [],
};
for (const term of consultingTerms) {
  for (const language of columns) {
    const source = `(?:${term[language]})`;
    terms[language].push({
      english: term.en,
      pattern: new RegExp(joinsWords[language] ? source : `(?<!\\p{L})${source}`, 'giu'),
    });
  }
}

function languageOfTask({
  name,
  description,
}: {
  name: string;
  description: string;
}): Language | null {
  const text = `${name}. ${description}`;
  return findLanguage(name) ?? findLanguage(text) ?? findByTerms(text);
}

function findByTerms(text: string): Language | null {
  const counts = columns.map((language) => ({ language, count: findTerms(text, language).length }));
  const [first, second] = counts.sort((one, other) => other.count - one.count);
  return first && first.count > (second?.count ?? 0) ? first.language : null;
}

function findTerms(text: string, language: Language | null): FoundTerm[] {
  const read = columns.filter((column) => language === null || language === column);
  return read
    .flatMap((column) => terms[column])
    .flatMap(({ english, pattern }) =>
      [...text.matchAll(pattern)].map((match) => ({
        english,
        start: match.index,
        end: match.index + match[0].length,
      })),
    )
    .sort((one, other) => one.start - other.start || one.end - other.end);
}

function withEnglishTerms(text: string, language: Language | null): string {
  return [text, ...new Set(findTerms(text, language).map(({ english }) => english))].join(' ');
}

const prepositions =
  / (?:für|der|des|den|dem|im|in|am|an|auf|zur|zum|von|vom|mit|bei|beim|als|nach|über|aus|unter|durch|gegen|bis) | in[: ]/iu;

/**
 * Returns the English words of the term that a name is about: in German the last one before a
 * preposition, if the last of several things has one (Marktanalyse), in French and Spanish the
 * first one (analyse du marché), in Japanese the last.
 */
function headTerm(name: string, language: Language | null): string {
  const [main = ''] = name.split(/[:：(（–—]| - /, 1);
  if (language === 'fr' || language === 'es') return findTerms(main, language)[0]?.english ?? '';
  const [before = ''] = language === 'ja' ? [main] : main.split(prepositions, 1);
  const [list = ''] =
    (language === 'ja' ? null : /^.*(?:, | und | oder | & )/iu.exec(before)) ?? [];
  const found = findTerms(before, language).filter(({ end }) => end > list.length);
  return (
    found.toSorted((one, other) => other.end - one.end || one.start - other.start)[0]?.english ?? ''
  );
}

/**
 * Adds kind, file name and agent to valid tasks, deterministically. `earlierFiles` has file names
 * by task id.
 */
export function normalizeTasks(
  tasks: readonly TaskConfiguration[],
  roster: Roster,
  earlierFiles: ReadonlyMap<string, string> = new Map(),
): EngineTask[] {
  const taken = new Set(tasks.flatMap(({ id }) => earlierFiles.get(id) ?? []));
  return tasks.map((task) => {
    const words = { name: task.name, description: task.description ?? '' };
    const named = roster.find(task.agent ?? '');
    const agent = named?.assignable ? named : assignAgent(words, roster);
    const filename = earlierFiles.get(task.id) ?? taskFilename(task.name, taken);
    taken.add(filename);
    return {
      id: task.id,
      ...words,
      kind:
        task.synthesis === true
          ? ('synthesis' as const)
          : (namedKind('kind' in task ? task.kind : undefined) ?? taskKindOf(words, named?.leads)),
      agentSlug: agent.slug,
      dependsOn: [...new Set(task.dependsOn)],
      filename,
    };
  });
}

/** Undefined for a task of people, whose kind follows from its words. */
const namedKind = (kind: unknown): TaskKind | undefined =>
  taskKinds.find((one) => one === kind && one !== 'synthesis');

const [extension, maxFilenameLength] = ['.md', 80];

/**
 * Returns a unique slug with `.md`, at most 80 characters. It never starts with `_`, which marks
 * internal files.
 */
function taskFilename(name: string, taken: ReadonlySet<string>): string {
  for (let copy = 1; ; copy += 1) {
    const suffix = copy === 1 ? extension : `-${copy}${extension}`;
    const filename =
      makeSlug(name.replace(/\.md$/i, ''), 'task', maxFilenameLength - suffix.length) + suffix;
    if (!taken.has(filename)) return filename;
  }
}

function describeAgent(agent: RosterAgent): Map<string, number> {
  const weights = new Map<string, number>();
  const places: [string, number][] = [
    [agent.skills.join(' '), 3],
    [`${agent.name} ${agent.role}`, 3],
    [agent.department, 2],
    [agent.description, 1],
  ];
  for (const [text, weight] of places) {
    for (const word of splitWords(text))
      weights.set(word, Math.max(weight, weights.get(word) ?? 0));
  }
  return weights;
}

/**
 * Chooses the expert with most common words; rare ones and the name count more, and so do the
 * fields that the task is about. Kind and roster order break ties.
 */
export function assignAgent(
  task: { name: string; description: string },
  roster: Roster,
): RosterAgent {
  const known = roster.agents.map((agent) => ({ agent, words: describeAgent(agent) }));
  const kind = kindByWords(task);
  const language = languageOfTask(task);
  const nameWords = new Set(splitWords(withEnglishTerms(task.name, language)));
  const words = new Set([
    ...nameWords,
    ...splitWords(withEnglishTerms(task.description, language)),
  ]);
  const importance = new Map<string, number>();
  for (const word of words) {
    const holders = known.filter((entry) => entry.words.has(word)).length;
    if (holders > 0)
      importance.set(word, Math.log(1 + known.length / holders) * (nameWords.has(word) ? 3 : 1));
  }
  const fields = scoreFields(task);
  let best = { agent: roster.planner, score: 0 };
  for (const { agent, words: agentWords } of known) {
    let score =
      (kind !== null && agent.leads.includes(kind) ? 6 : 0) + (fields.get(agent.slug) ?? 0);
    for (const [word, weight] of importance) score += weight * (agentWords.get(word) ?? 0);
    if (score > best.score) best = { agent, score };
  }
  return best.agent;
}

// The most specific kind comes first, because it wins a tie.
const signs: readonly (readonly [TaskKind, RegExp])[] = [
  [
    'financial',
    /(?<![\p{L}\p{N}])(financ\p{L}*|budget\p{L}*|forecast\p{L}*|cash|p&l|profit\p{L}*|margins?|revenues?|costs?|costing|roi|npv|irr|payback|break-?even|valuation|funding|business case|unit economics|capex|opex|earn|earns|earnings)(?![\p{L}\p{N}])/gu,
  ],
  [
    'creative',
    /(?<![\p{L}\p{N}])(creative\p{L}*|brand\p{L}*|naming|(?:product|brand|company) names?|slogans?|taglines?|copy|copywriting|campaigns?|storytelling|visual|logo|moodboard|tone of voice|messaging|content|editorial|scripts?|newsletter|social media)(?![\p{L}\p{N}])/gu,
  ],
  [
    'plan',
    /(?<![\p{L}\p{N}])(plans?|planning|roadmaps?|implement\p{L}*|rollout|roll-out|timelines?|timetables?|calendars?|schedul\p{L}*|milestones?|phases?|workplan|project|programme|migration|action items|playbook|launch\p{L}*|checklist|backlog)(?![\p{L}\p{N}])/gu,
  ],
  [
    'strategy',
    /(?<![\p{L}\p{N}])(strateg\p{L}*|positioning|vision|options?|choices?|choose|decisions?|decide\p{L}*|measures|recommend\p{L}*|business model|operating model|go-to-market|growth|pricing|priorit\p{L}*|proposition|portfolio|direction|ambition)(?![\p{L}\p{N}])/gu,
  ],
  [
    'research',
    /(?<![\p{L}\p{N}])(research\p{L}*|markets?|landscape|competit\p{L}*|benchmark\p{L}*|survey\p{L}*|interviews?|trends?|scan|desk study|literature|evidence|case studies|audience|customers?)(?![\p{L}\p{N}])/gu,
  ],
  [
    'analysis',
    /(?<![\p{L}\p{N}])(anal\p{L}*|assess\p{L}*|audit\p{L}*|diagnos\p{L}*|evaluat\p{L}*|review|gap|swot|pestle?|causes?|bottlenecks?|capacity|risks?|compliance|segment\p{L}*|mapping|maturity|compar\p{L}*|baseline|findings)(?![\p{L}\p{N}])/gu,
  ],
];

function countSigns(text: string, sign: RegExp): number {
  return new Set(text.toLowerCase().match(sign)).size;
}

/** The verb that begins a description names the deliverable, whatever its subject. */
const requests: readonly (readonly [TaskKind, RegExp])[] = [
  [
    'strategy',
    /^(?:recommend|propose|choose|decide|advise|empfiehl|empfehlen|schlagen?|entscheiden?|recommande[rz]?|propose[rz]|choisi|recomi[eé]nd|propon|elige|elija)|(?:提案|推奨)(?:する|して|せよ)/u,
  ],
  [
    'research',
    /^(?:collect|gather|research|look up|find out|sammeln?|sammle|recherchier|recueill|collecte|recherche[rz]|recopil|reún|investig)|(?:収集|調査)(?:する|して|せよ)/u,
  ],
  [
    'analysis',
    /^(?:(?:in )?(?:which|how|when|where|why) |analy[sz]|apply|assess|calculat|classify|compare|comput|count|describe|determin|evaluate|examine|explain|measure|separate|show|test|work out|analysier|berechne|bestimm|bewerten?|ermitt|prüfen?|stellen?|untersuch|vergleich|werten? |zeigen?|wenden? |calcule|compare[rz]|détermin|évalu|examin|montre|analiz|analic|calcul|compar|eval[uú]|muestr)|(?:分析|計算|比較|分類|整理)(?:する|し|せよ)/u,
  ],
];
/**
 * The weight of the first verb of a description: above a word of the name, at most the name's last
 * word.
 */
const requestPoints = 5;
/** The weight of the kind that the agent leads whom people chose: below that of the verb. */
const leadPoints = 4;

const introduction = /^(?:question|frage|pregunta|問い)\s?[:：]\s*/u;

function kindOfRequest(description: string): TaskKind | null {
  const asked = description.trim().toLowerCase().replace(introduction, '');
  return requests.find(([, verb]) => verb.test(asked))?.[0] ?? null;
}

/**
 * Returns the kind of document, or null. The name's last word ("market entry plan") and the
 * description's first verb count most, then the name. Other languages are read through their
 * consulting terms.
 */
function kindByWords(
  task: { name: string; description: string },
  led: readonly TaskKind[] = [],
): TaskKind | null {
  const head =
    task.name.split(/[:(–—]| - | for | of | to | until | with | in | on | as /i, 1)[0] ?? '';
  const language = languageOfTask(task);
  const lastWord = `${head.trim().split(/\s+/).at(-1) ?? ''} ${headTerm(task.name, language)}`;
  const [name, description] = [
    withEnglishTerms(task.name, language),
    withEnglishTerms(task.description, language),
  ];
  const request = kindOfRequest(task.description);
  let best: { kind: TaskKind | null; score: number } = { kind: null, score: 0 };
  for (const [kind, sign] of signs) {
    const words =
      5 * countSigns(lastWord, sign) + 3 * countSigns(name, sign) + countSigns(description, sign);
    const score =
      words + (kind === request ? requestPoints : 0) + (led.includes(kind) ? leadPoints : 0);
    if (score > best.score) best = { kind, score };
  }
  return best.kind;
}

/**
 * Returns the kind of document that a task's words name, and the agent whom people chose, else an
 * analysis.
 */
export const taskKindOf = (
  task: { name: string; description: string },
  led?: readonly TaskKind[],
): TaskKind => kindByWords(task, led) ?? 'analysis';

const stopWords = new Set(
  `a an and are as at be by for from has have how in into is it its of on or our per so than that the their them these this
  to up was we what when where which who why will with you your all any each must should can new make write prepare
  create build produce draft document report deliverable task cause causes reason reasons`.split(
    /\s+/,
  ),
);

/** Removes common English endings, so that "pricing", "prices" and "price" match. */
function stem(word: string): string {
  const cut = word.replace(/(?:ations?|ing|ies|ers?|ed|es|s|e|y)$/, '');
  return cut.length >= 3 ? cut : word;
}

/** Returns the significant words of a text as lower-case stems without accents, with duplicates. */
function splitWords(text: string): string[] {
  const words =
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length > 1 && !stopWords.has(word)).map(stem);
}

/** Every dependency is the id of another task of the same list. */
interface DependentTask {
  id: string;
  dependsOn: readonly string[];
}

/**
 * Returns the tasks that may start now: not done, with all dependencies done. Keeps the given
 * order.
 */
export function readyTasks<T extends DependentTask>(
  tasks: readonly T[],
  done: ReadonlySet<string>,
): T[] {
  return tasks.filter((task) => !done.has(task.id) && task.dependsOn.every((id) => done.has(id)));
}
