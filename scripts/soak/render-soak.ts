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

/** Shows a value that was not measured, because the soak was too short, as a dash. */
const show = (value: number): string => (Number.isFinite(value) ? value.toFixed(1) : '–');

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
      const change = Number.isFinite(confidence) ? `${show(perHour)} ± ${show(confidence)}` : 'too few rests';
      return `| ${name} | ${show(mean)} | ${show(highest)} | ${change} | ${show(tolerated)} | ${verdict} |`;
    }),
  ].join('\n');
}
