import type { RunPhase } from '@ecp/contract/values/run-facts';
import type { CatalogModel } from '../models/catalog.ts';

/** The extent of a run: the phases that its money pays, and the turns of its analysis. */
export interface RunExtent {
  phases: readonly RunPhase[];
  /** Limits the turns of the lead, including the one that submits the answer. */
  analysisTurns: number;
}

/** Limits the turns of a lead whose money does not count. */
const maxTurns = 80;
/** The turns of the shortest analysis: one with tools, and one that submits. */
const minTurns = 2;

/**
 * The tokens of a usual turn. Most of its input is cached where a provider caches prompts, so that
 * it costs about a third of its price on average.
 */
const turnTokens = { input: 24_000, output: 1_200 };
const inputShare = 0.35;
/** Usual turns: those of an analysis, a challenge with its settlement, a document, and an editing. */
const usualTurns = { analysis: 25, challenge: 25, document: 6, editing: 3 };

/** Models with a smaller window, in tokens, hold neither a challenge nor all documents at once. */
const smallWindow = 40_000;

const shortPhases: readonly RunPhase[] = [
  'plan',
  'analysis',
  'writing',
  'check',
  'repair',
  'scores',
];
const phasesInOrder: readonly RunPhase[] = [
  'plan',
  'analysis',
  'challenge',
  'approval',
  'writing',
  'editing',
  'anchoring',
  'check',
  'repair',
  'scores',
];

/**
 * Returns what the money of a run pays: challenge and editing are left out first, then the analysis
 * is shortened. A small model takes the short path at any price.
 * @param moneyNanoUsd what the run may spend in all
 */
export function planExtent(
  model: Pick<CatalogModel, 'inputPerMillion' | 'outputPerMillion' | 'contextWindow'>,
  { moneyNanoUsd, documentCount, awaitsApproval }: RunMeans,
): RunExtent {
  const turnNanoUsd =
    (turnTokens.input * inputShare * model.inputPerMillion +
      turnTokens.output * model.outputPerMillion) *
    1_000;
  const affordableTurns = turnNanoUsd === 0 ? Number.POSITIVE_INFINITY : moneyNanoUsd / turnNanoUsd;
  const writingTurns = documentCount * usualTurns.document;
  const wholeTurns = usualTurns.analysis + usualTurns.challenge + writingTurns + usualTurns.editing;
  const isSmall = (model.contextWindow ?? Number.POSITIVE_INFINITY) < smallWindow;
  const withApproval = (phases: readonly RunPhase[]) =>
    phasesInOrder.filter((phase) =>
      phase === 'approval' ? awaitsApproval : phases.includes(phase),
    );
  if (!isSmall && affordableTurns >= wholeTurns)
    return { phases: withApproval(phasesInOrder), analysisTurns: maxTurns };
  if (!isSmall && affordableTurns >= usualTurns.analysis + writingTurns) {
    const phases = phasesInOrder.filter((phase) => phase !== 'challenge' && phase !== 'editing');
    return { phases: withApproval(phases), analysisTurns: maxTurns };
  }
  const spareTurns = Math.floor(affordableTurns - writingTurns);
  const analysisTurns = isSmall ? minTurns : Math.max(minTurns, Math.min(maxTurns, spareTurns));
  return { phases: withApproval(shortPhases), analysisTurns };
}

interface RunMeans {
  moneyNanoUsd: number;
  documentCount: number;
  /** A person approves the answer before the documents are written. */
  awaitsApproval: boolean;
}
