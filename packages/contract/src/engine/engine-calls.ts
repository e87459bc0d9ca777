import { type Static, Type } from 'typebox';
import { Nullable, Timestamp } from '../declaring/scalars.ts';

/** A page of the calls to models of an engagement's runs. `next` is the cursor of the next page. */
export const EngineCalls = Type.Object({
  calls: Type.Array(
    Type.Object({
      runId: Type.String(),
      taskId: Nullable(Type.String()),
      purpose: Type.String(),
      agent: Type.String(),
      model: Type.String(),
      /** `settled`: answered and paid. `released`: not billed. `unknown`: perhaps billed. */
      status: Type.String(),
      createdAt: Timestamp,
      inputTokens: Type.Integer(),
      outputTokens: Type.Integer(),
      costNanoUsd: Type.Integer(),
      promptSha256: Nullable(Type.String()),
      answerSha256: Nullable(Type.String()),
    }),
  ),
  next: Nullable(Type.String()),
});
export type EngineCalls = Static<typeof EngineCalls>;
