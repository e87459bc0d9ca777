import type { CatalogModel } from '../../models/catalog.ts';
import { callCostNanoUsd } from '../../models/cost.ts';
import { quantile, type RandomSource, sampleFrom } from './distribution.ts';
import type { MeasuredPrompt } from './measure-prompts.ts';
import type { CallStatistics, TaskPurpose } from './shipped-call-statistics.ts';

/** A model that may write the task, with the statistics of its calls and the judge's. */
export interface CandidateWriter {
  model: CatalogModel;
  statistics: CallStatistics;
}

/** A task to simulate. */
export interface SimulatedTask {
  id: string;
  dependsOn: string[];
  prompts: Record<TaskPurpose, MeasuredPrompt>;
  /** The router's choices. Each model occurs as often as it was chosen. */
  writers: CandidateWriter[];
  judge: CatalogModel;
  /** Whether there are sources to cite, and whether its agent may search them. */
  hasSources: boolean;
  canSearch: boolean;
}

/** Random factors that all calls of one simulation share. */
export interface SharedFactors {
  random: RandomSource;
  /** Rank of the verbosity in its distribution, 0 to 1. */
  verbosityRank: number;
  bytesPerToken: number;
}

/** Most bytes in a prompt of a document, of upstream documents, of consultations, and of one round of search results. */
const maxBytes = { document: 40_000, upstream: 30_000, advice: 6_000, searches: 12_000 } as const;
/** Sizes of a question to a colleague, of the observer's issues, and of the answer of a turn that only searches. */
const questionBytes = 300;
const issuesBytes = 900;
const searchTokens = 90;

/** Simulates a task once. `upstreamBytes` is the size of the documents it builds on. Returns its cost and document size. */
export function simulateTask(
  task: SimulatedTask,
  upstreamBytes: number,
  factors: SharedFactors,
): { nanoUsd: number; bytes: number } {
  const { random, bytesPerToken } = factors;
  const writer = task.writers[Math.floor(random() * task.writers.length)];
  if (!writer) throw new Error(`Task ${task.id} has no model`);
  const { statistics } = writer;
  const verbosity = quantile(statistics.verbosity, factors.verbosityRank);
  let nanoUsd = 0;
  /** Adds the cost of one call and returns the bytes of its answer. */
  const call = (purpose: TaskPurpose, addedBytes: number, outputTokens?: number): number => {
    const { promptBytes, maxOutputTokens } = task.prompts[purpose];
    const drawn = outputTokens ?? quantile(statistics.outputTokens[purpose], random()) * verbosity;
    const output = Math.min(maxOutputTokens, Math.round(drawn));
    const input = Math.round((promptBytes + addedBytes) / bytesPerToken);
    const model = purpose === 'observe' || purpose === 'evaluate' ? task.judge : writer.model;
    nanoUsd += callCostNanoUsd(model, { inputTokens: input, outputTokens: output });
    return output * bytesPerToken;
  };
  /** Does the same with the rounds of searches before the call. Each round sends everything again, with its results. */
  const write = (purpose: 'draft' | 'revise', addedBytes: number): number => {
    const rounds = task.canSearch ? sampleFrom(statistics.searches, random) : 0;
    let foundBytes = 0;
    for (let round = 0; round < rounds; round += 1) {
      call(purpose, addedBytes + foundBytes, searchTokens);
      foundBytes += maxBytes.searches * (0.2 + 0.8 * random());
    }
    return call(purpose, addedBytes + foundBytes);
  };

  call('delegate', 0);
  let adviceBytes = 0;
  const questions = sampleFrom(statistics.consultations, random);
  for (let asked = 0; asked < questions; asked += 1) adviceBytes += questionBytes + call('consult', questionBytes);
  const shownBytes = Math.min(maxBytes.upstream, upstreamBytes) + Math.min(maxBytes.advice, adviceBytes);
  let bytes = write('draft', shownBytes);
  call('observe', Math.min(maxBytes.document, bytes));
  if (random() < statistics.revised) {
    bytes = write('revise', shownBytes + Math.min(maxBytes.document, bytes) + issuesBytes);
    call('observe', Math.min(maxBytes.document, bytes));
  }
  if (task.hasSources && random() < statistics.repaired) {
    const mended = (bytes / bytesPerToken) * (0.9 + 0.2 * random());
    bytes = call('repair', shownBytes + Math.min(maxBytes.document, bytes) + issuesBytes, mended);
  }
  call('evaluate', Math.min(maxBytes.document, bytes));
  return { nanoUsd, bytes };
}
