import { formatUsd } from '@ecp/contract/declaring/money';
import type { RatedModel, RoutingVerdict } from './choice.ts';
import { goodQuality, goodShare } from './value-of-document.ts';

interface Told {
  chosen: RatedModel;
  /** The model that is chosen unless another one is explored. */
  preferred: RatedModel;
  /** The model with the highest expected net value. It is not preferred if a cheaper one may be as good. */
  best: RatedModel;
}

interface Choice extends Told {
  pinned: boolean;
  difficulty: number;
  /** Number of models that the money allows. */
  affordable: number;
  models: number;
}

/** Says in one line why a model was chosen, for the log, the analytics and the run report. */
export function explainChoice({ chosen, preferred, best, pinned, difficulty, affordable, models }: Choice): string {
  const facts = [
    `difficulty ${difficulty.toFixed(2)}`,
    `expected score ${describeScore(chosen)}`,
    `approval expected in ${percent(chosen.approved)}`,
    `about ${formatUsd(chosen.expectedCostNanoUsd)}`,
  ];
  if (pinned) return `pinned: no other model writes for this engagement; ${facts.join(', ')}`;
  const money = affordable > 0 ? `${affordable} of ${models} models affordable` : 'cheapest, because money is short';
  const expected = [...facts, money].join(', ');
  if (chosen !== preferred) return `${expected}; tried to learn whether it is as good as ${preferred.model.id}`;
  return chosen === best ? expected : `${expected}; cheaper than ${best.model.id} and perhaps as good`;
}

/** Says in one line why a model was or was not chosen. */
export function explainCandidate(
  rated: RatedModel,
  verdict: RoutingVerdict,
  { chosen, preferred, best }: Told,
): string {
  switch (verdict) {
    case 'best':
      return rated === best
        ? 'Chosen: the best expected value for its price'
        : `Chosen: cheaper than ${best.model.id} and perhaps as good`;
    case 'explored':
      return `Chosen to learn whether it is as good as ${preferred.model.id}`;
    case 'pinned':
      return 'Chosen: the engagement is set to this model';
    case 'not_tried':
      return `The engagement is set to ${chosen.model.id}`;
    case 'failing':
      return 'It failed at its latest tasks and is left for a day';
    case 'not_affordable':
      return `A task would cost more than its share of the remaining money (about ${formatUsd(rated.expectedCostNanoUsd)})`;
    case 'too_risky':
      return `A quality of ${goodQuality} is expected in ${percent(rated.good)}; at least ${percent(goodShare)} is required`;
    case 'lower_value':
      return explainLowerValue(rated, { chosen, preferred, best });
  }
}

function explainLowerValue(rated: RatedModel, { chosen, preferred, best }: Told): string {
  if (rated === preferred) return `Preferred, but ${chosen.model.id} was tried this time`;
  if (rated === best) return `Perhaps better than ${preferred.model.id}, but not certainly, and it costs more`;
  const behind = best.netValueNanoUsd - rated.netValueNanoUsd;
  if (behind <= 0) return `Its lead over ${best.model.id} does not pay for its price`;
  return `Expected to be worth ${formatUsd(behind)} less than ${best.model.id}, with cost and reviewer's time`;
}

const percent = (share: number) => `${Math.round(share * 100)} % of cases`;

function describeScore({ quality: { mean, variance, samples, ownSamples }, model }: RatedModel): string {
  const score = `${mean.toFixed(1)} ± ${Math.sqrt(variance).toFixed(1)}`;
  if (samples === 0) return `${score} by its tier (${model.tier})`;
  const own = ownSamples > 0 ? `, ${ownSamples} of this agent` : '';
  return `${score} from ${samples} observed task${samples === 1 ? '' : 's'}${own}`;
}
