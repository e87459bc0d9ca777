import type { TaskKind } from '@ecp/model-calls/task-kinds';
import { headTerm, languageOfTask, withEnglishTerms } from './translate-terms.ts';

// Patterns that tell each kind. The most specific kind comes first, because it wins a tie.
const signs: readonly (readonly [TaskKind, RegExp])[] = [
  [
    'financial',
    /\b(financ\w*|budget\w*|forecast\w*|cash|p&l|profit\w*|margins?|revenues?|costs?|costing|roi|npv|irr|payback|break-?even|valuation|funding|business case|unit economics|capex|opex|earn|earns|earnings)\b/g,
  ],
  [
    'creative',
    /\b(creative\w*|brand\w*|naming|names?|slogans?|taglines?|copy|copywriting|campaigns?|storytelling|visual|logo|moodboard|tone of voice|messaging|content|editorial|scripts?|newsletter|social media)\b/g,
  ],
  [
    'plan',
    /\b(plans?|planning|roadmaps?|implement\w*|rollout|roll-out|timelines?|schedul\w*|milestones?|phases?|workplan|project|programme|migration|action items|playbook|launch\w*|checklist|backlog)\b/g,
  ],
  [
    'strategy',
    /\b(strateg\w*|positioning|vision|options?|choices?|choose|decisions?|decide\w*|measures|recommend\w*|business model|operating model|go-to-market|growth|pricing|priorit\w*|proposition|portfolio|direction|ambition)\b/g,
  ],
  [
    'research',
    /\b(research\w*|markets?|landscape|competit\w*|benchmark\w*|survey\w*|interviews?|trends?|scan|desk study|literature|evidence|case studies|audience|customers?)\b/g,
  ],
  [
    'analysis',
    /\b(anal\w*|assess\w*|audit\w*|diagnos\w*|evaluat\w*|review|gap|swot|pestle?|causes?|bottlenecks?|capacity|risks?|compliance|segment\w*|mapping|maturity|compar\w*|baseline|findings)\b/g,
  ],
];

function countSigns(text: string, sign: RegExp): number {
  return new Set(text.toLowerCase().match(sign)).size;
}

/**
 * Returns the kind of document that a task asks for, from its words alone, or 'general' if no word tells it. The last
 * word of a name counts most ("market entry plan" is a plan), then the name, then the description. Other languages than
 * English are read through their consulting terms.
 */
export function taskKindOf(task: { name: string; description: string }): TaskKind {
  const head = task.name.split(/[:(–—]| - | for | of | to | with | in | on | as /i, 1)[0] ?? '';
  const language = languageOfTask(task);
  const lastWord = `${head.trim().split(/\s+/).at(-1) ?? ''} ${headTerm(task.name, language)}`;
  const [name, description] = [withEnglishTerms(task.name, language), withEnglishTerms(task.description, language)];
  let best: { kind: TaskKind; score: number } = { kind: 'general', score: 0 };
  for (const [kind, sign] of signs) {
    const score = 5 * countSigns(lastWord, sign) + 3 * countSigns(name, sign) + countSigns(description, sign);
    if (score > best.score) best = { kind, score };
  }
  return best.kind;
}
