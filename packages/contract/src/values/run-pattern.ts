import { type Static, Type } from 'typebox';
import { Id, Nullable, Usd } from '../declaring/scalars.ts';

const Score = Nullable(Type.Number({ description: '0 to 100' }));
const Milliseconds = Type.Number({ description: 'Milliseconds' });

/** How a task of a run ended. `not_started` means that the run ended before it. */
export const patternTaskStates = ['completed', 'failed', 'exhausted', 'stopped', 'skipped', 'not_started'] as const;

/** A task of a run: its part in the pattern and how it turned out. */
export const PatternTask = Type.Object({
  position: Type.Integer({ description: 'Place in the pattern, from 1' }),
  name: Type.String(),
  kind: Type.String(),
  agent: Type.String({ description: 'Slug' }),
  dependsOn: Type.Array(Type.Integer(), { description: 'Positions' }),
  state: Type.Enum([...patternTaskStates]),
  model: Nullable(Type.String()),
  observerScore: Score,
  score: Score,
  rubricType: Nullable(Type.String()),
  rubricVersion: Nullable(Type.Integer()),
  criteria: Type.Array(Type.Object({ id: Type.String(), score: Type.Number() })),
  wordCount: Nullable(Type.Integer()),
  costUsd: Usd,
  durationMs: Nullable(Milliseconds),
});
export type PatternTask = Static<typeof PatternTask>;

/**
 * What a run leaves to later ones: how the work was divided, judged and paid, without brief, feedback or the client's
 * name (INS-6).
 */
export const RunPattern = Type.Object({
  formatVersion: Type.Literal(1),
  engagementId: Id,
  runId: Id,
  planned: Type.Boolean({ description: 'The engine made the tasks from the brief' }),
  offlineModel: Type.Boolean({ description: 'A model without a provider had a part in it' }),
  tasks: Type.Array(PatternTask),
  rubrics: Type.Array(Type.Object({ rubricType: Type.String(), tasks: Type.Integer(), averageScore: Type.Number() })),
  models: Type.Array(
    Type.Object({
      model: Type.String(),
      tasks: Type.Integer(),
      averageScore: Score,
      averageObserverScore: Score,
      costUsd: Usd,
    }),
  ),
  totals: Type.Object({
    tasks: Type.Integer(),
    completed: Type.Integer(),
    averageScore: Score,
    costUsd: Usd,
    durationMs: Milliseconds,
  }),
});
export type RunPattern = Static<typeof RunPattern>;
