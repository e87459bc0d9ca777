import type { Finding } from '../chaos/check/finding.ts';
import type { Slope } from './slopes.ts';

/** The result of a soak. */
export interface SoakResult {
  slopes: readonly Slope[];
  /** Number of runs that ended. */
  ended: number;
  /** Most connections to the database at a moment. */
  mostConnections: number;
  findings: readonly Finding[];
}

/** Renders the slopes as a markdown table with their verdicts, and each broken promise. */
export function renderSoak({ slopes, ended, mostConnections, findings }: SoakResult): string {
  return [
    `- Runs that ended: ${ended}`,
    `- Most connections to the database at once: ${mostConnections}`,
    `- Broken promises: ${findings.length}`,
    ...findings.map(({ rule, detail }) => `  - ${rule}: ${detail}`),
    '',
    '| measured | mean | highest | change an hour | tolerated | verdict |',
    '|---|---|---|---|---|---|',
    ...slopes.map(({ name, mean, highest, perHour, confidence, tolerated, verdict }) => {
      const change = Number.isFinite(confidence)
        ? `${perHour.toFixed(1)} ± ${confidence.toFixed(1)}`
        : 'too few samples';
      return `| ${name} | ${mean.toFixed(1)} | ${highest.toFixed(1)} | ${change} | ${tolerated.toFixed(1)} | ${verdict} |`;
    }),
  ].join('\n');
}
