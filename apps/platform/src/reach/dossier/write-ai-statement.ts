import { formatUsd } from '@ecp/contract/declaring/money';
import type { EngineCalls } from '@ecp/contract/engine/engine-api';
import type { ApprovedDocument } from './read-approved-documents.ts';

/** The facts about one model in a statement of AI use. */
export interface ModelUse {
  model: string;
  calls: number;
  costNanoUsd: number;
}

/** Adds up the calls of each model, the most used one first. */
export function sumModelUse(calls: EngineCalls['calls']): ModelUse[] {
  const uses = new Map<string, ModelUse>();
  for (const { model, costNanoUsd } of calls) {
    const use = uses.get(model) ?? { model, calls: 0, costNanoUsd: 0 };
    uses.set(model, { model, calls: use.calls + 1, costNanoUsd: use.costNanoUsd + costNanoUsd });
  }
  return [...uses.values()].toSorted((a, b) => b.calls - a.calls || (a.model < b.model ? -1 : 1));
}

/** Writes the statement of AI use of a dossier as markdown. */
export function writeAiStatement(documents: readonly ApprovedDocument[], uses: readonly ModelUse[]): string {
  const total = uses.reduce((sum, { costNanoUsd }) => sum + costNanoUsd, 0);
  const lines = [
    '# Use of AI',
    '',
    'AI models wrote the documents of this dossier. People reviewed and approved them.',
    '',
    '## Documents',
    '',
    ...documents.map(({ row, approval }) => {
      const { filename, version } = row;
      return `- ${filename}, version ${version}: approved by ${approval.reviewedBy} on ${approval.reviewedAt.slice(0, 10)}`;
    }),
    '',
    '## Models',
    '',
    ...uses.map(
      ({ model, calls, costNanoUsd }) =>
        `- ${model}: ${calls} ${calls === 1 ? 'call' : 'calls'}, ${formatUsd(costNanoUsd)}`,
    ),
    '',
    `All calls of the engagement’s runs count, ${formatUsd(total)} together. The file model-calls.json lists them with the`,
    'hashes of question and answer.',
    '',
  ];
  return lines.join('\n');
}
