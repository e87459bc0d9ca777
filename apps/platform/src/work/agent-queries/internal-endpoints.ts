import { defineEndpoint } from '@ecp/contract/declaring/endpoint';
import { Nullable } from '@ecp/contract/declaring/scalars';
import { RunQueryAnswer, RunQueryBody, runQueryPath } from '@ecp/contract/engine/tool-access';
import { Type } from 'typebox';

/** Enough for the longest statement in which every character is escaped. */
const maxBodyBytes = 256 * 1_024;
// They are for the engine only, so they are no part of the API: neither in its description nor in the list of
// endpoints.
const internal = { tag: 'Internal', credentials: 'none', maxBodyBytes } as const;

/** Runs an agent's query with the token of its run. */
export const runQuery = defineEndpoint({
  ...internal,
  method: 'POST',
  path: runQueryPath,
  name: 'runQuery',
  summary: 'Run a query of an agent and record it',
  body: RunQueryBody,
  responses: { 200: RunQueryAnswer },
  errors: ['authentication_required', 'query_id_taken', 'not_found'],
});

/** Runs a recorded query again with the token of a run. */
export const verifyRunQuery = defineEndpoint({
  ...internal,
  method: 'POST',
  path: `${runQueryPath}/:queryId/verify`,
  name: 'verifyRunQuery',
  summary: 'Run a recorded query again and compare the results',
  params: Type.Object({ queryId: Type.String({ maxLength: 100 }) }),
  responses: { 200: Type.Object({ same: Type.Boolean(), resultHash: Nullable(Type.String()) }) },
  errors: ['authentication_required', 'not_found', 'query_failed'],
});
