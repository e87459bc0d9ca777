import { formatUsd } from '@ecp/contract/declaring/money';
import type { RatedCandidate, RoutingVerdict } from './choice.ts';

interface Choice {
  chosen: RatedCandidate;
  /** The model with the highest expected utility. */
  best: RatedCandidate;
  difficulty: number;
  /** Number of models that the money allows. */
  affordable: number;
  models: number;
}

/** Says in one line why a model was chosen, for the log, the analytics and the run report. */
export function explainChoice({ chosen, best, difficulty, affordable, models }: Choice): string {
  const money = affordable > 0 ? `${affordable} of ${models} models affordable` : 'cheapest, because money is short';
  const expected = `difficulty ${difficulty.toFixed(2)}, expected score ${describeScore(chosen)}, about ${formatUsd(chosen.expectedCostNanoUsd)}`;
  if (chosen === best) return `${expected}, ${money}`;
  const loss = Math.max(0, best.utility - chosen.utility).toFixed(1);
  return `${expected}, ${money}; tried although ${best.model.id} is expected to be ${loss} points better, to learn which is`;
}

/** Says in one line why a model was or was not chosen. */
export function explainCandidate(rated: RatedCandidate, verdict: RoutingVerdict, best: RatedCandidate): string {
  const behind = `${(best.utility - rated.utility).toFixed(1)} points behind ${best.model.id}, price included`;
  switch (verdict) {
    case 'best':
      return 'Chosen: the best expected score for its price';
    case 'explored':
      return `Chosen to learn about it: ${behind}, but that is not certain`;
    case 'not_affordable':
      return `A task would cost more than its share of the remaining money (about ${formatUsd(rated.expectedCostNanoUsd)})`;
    case 'too_risky':
      return `${behind}: too much to try it on a client's document`;
    case 'not_tried':
      return `${behind}; no model is tried here, because money is short or the task was sent back`;
    case 'drawn_lower':
      return rated === best ? 'Probably the best, but not certainly: another model was tried' : behind;
  }
}

function describeScore({ expectedScore, spread, samples, ownSamples, model }: RatedCandidate): string {
  const score = `${expectedScore.toFixed(1)} ± ${spread.toFixed(1)}`;
  if (samples === 0) return `${score} by its tier (${model.tier})`;
  const own = ownSamples > 0 ? `, ${ownSamples} of this agent` : '';
  return `${score} from ${samples} observed task${samples === 1 ? '' : 's'}${own}`;
}
