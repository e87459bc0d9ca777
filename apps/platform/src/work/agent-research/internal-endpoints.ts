import { defineEndpoint } from '@ecp/contract/declaring/endpoint';
import {
  ReadPageAnswer,
  ReadPageBody,
  researchPath,
  SearchWebAnswer,
  SearchWebBody,
} from '@ecp/contract/engine/tool-access';

/** Enough for the longest address in which every character is escaped. */
const maxBodyBytes = 32 * 1_024;
// They are for the engine only, so they are no part of the API: neither in its description nor in the list of
// endpoints.
const internal = { tag: 'Internal', credentials: 'none', maxBodyBytes } as const;

/** Searches the web with the token of a run. */
export const searchForRun = defineEndpoint({
  ...internal,
  method: 'POST',
  path: `${researchPath}/searches`,
  name: 'searchForRun',
  summary: 'Search the web for an agent, once an id',
  body: SearchWebBody,
  responses: { 200: SearchWebAnswer },
  errors: ['authentication_required', 'research_id_taken', 'not_found'],
});

/** Reads and archives a page with the token of a run. */
export const readPageForRun = defineEndpoint({
  ...internal,
  method: 'POST',
  path: `${researchPath}/pages`,
  name: 'readPageForRun',
  summary: 'Read and archive a page for an agent, once an id',
  body: ReadPageBody,
  responses: { 200: ReadPageAnswer },
  errors: ['authentication_required', 'research_id_taken', 'not_found', 'service_unavailable'],
});
