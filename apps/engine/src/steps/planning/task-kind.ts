import type { TaskKind } from '@ecp/model-calls/task-kinds';
import { headTerm, languageOfTask, withEnglishTerms } from './translate-terms.ts';

// Patterns that tell each kind. The most specific kind comes first, because it wins a tie.
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

/** What a description asks for first, in each language: the verb names the deliverable, whatever it is about. */
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
    /^(?:(?:in )?(?:which|how|when|where|why) |analy[sz]|apply|assess|classify|compare|count|describe|evaluate|examine|explain|measure|separate|show|test|analysier|bewerten?|ermitt|prüfen?|stellen?|untersuch|vergleich|werten? |zeigen?|wenden? |compare[rz]|évalu|examin|montre|analiz|analic|compar|eval[uú]|muestr)|(?:分析|計算|比較|分類|整理)(?:する|し|せよ)/u,
  ],
];
/** Points of the verb that a description begins with: more than a word of the name, no more than the name's last word. */
const requestPoints = 5;

const introduction = /^(?:question|frage|pregunta|問い)\s?[:：]\s*/u;

function kindOfRequest(description: string): TaskKind | null {
  const asked = description.trim().toLowerCase().replace(introduction, '');
  return requests.find(([, verb]) => verb.test(asked))?.[0] ?? null;
}

/**
 * Returns the kind of document that a task asks for, from its words alone; null if no word tells it. The last word of a
 * name counts most ("market entry plan" is a plan), and the verb that the description begins with, then the name, then
 * the description. Other languages than English are read through their consulting terms.
 */
export function kindByWords(task: { name: string; description: string }): TaskKind | null {
  const head = task.name.split(/[:(–—]| - | for | of | to | until | with | in | on | as /i, 1)[0] ?? '';
  const language = languageOfTask(task);
  const lastWord = `${head.trim().split(/\s+/).at(-1) ?? ''} ${headTerm(task.name, language)}`;
  const [name, description] = [withEnglishTerms(task.name, language), withEnglishTerms(task.description, language)];
  const request = kindOfRequest(task.description);
  let best: { kind: TaskKind | null; score: number } = { kind: null, score: 0 };
  for (const [kind, sign] of signs) {
    const words = 5 * countSigns(lastWord, sign) + 3 * countSigns(name, sign) + countSigns(description, sign);
    const score = words + (kind === request ? requestPoints : 0);
    if (score > best.score) best = { kind, score };
  }
  return best.kind;
}

/** Returns the kind of document that a task asks for, from its words alone; an analysis where no word tells it. */
export const taskKindOf = (task: { name: string; description: string }): TaskKind => kindByWords(task) ?? 'analysis';
