import { cleanLine } from '../markdown/clean-text.ts';
import type { ProvenanceRow } from '../reports/report-types.ts';

/** The provenance table in words, and its total. */
export interface PrintedProvenance {
  rows: { filename: string; agent: string; model: string; score: string; cost: string }[];
  total: string;
}

/** Puts the provenance of deliverables into words. */
export function printProvenance(rows: ProvenanceRow[]): PrintedProvenance {
  return {
    rows: rows.map(({ filename, agent, model, observerScore, costUsd }) => ({
      filename: cleanLine(filename),
      agent: cleanLine(agent),
      model: cleanLine(model),
      score: observerScore === null ? '–' : showScore(observerScore),
      cost: costUsd === null ? '–' : showCost(costUsd),
    })),
    total: showCost(rows.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0)),
  };
}

/** `pending_review` becomes `Pending review`. An unknown status is shown unchanged. */
export function showStatus(status: string): string {
  const words = cleanLine(status).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Shows a score of 0 to 100 with at most one decimal. */
export function showScore(score: number): string {
  return score.toLocaleString('en-GB', { maximumFractionDigits: 1 });
}

/** Shows four decimals, as the platform does, because single documents cost fractions of a cent. */
function showCost(costUsd: number): string {
  return `$${costUsd.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`;
}
