/** Lists known weaknesses. The pages of decisions have the profiles and the ways that were tried. */
export const weaknesses = [
  'Get Engagement reads the versions of all rows that it shows, with four index scans. One counter for each engagement would be one row, but every change of a run would lock it ([versioned reads](decisions/cached-list.md)).',
  "Each request passes Fastify's hooks, rate limit, security headers and request log.",
  'Simultaneous requests of one key for the same resource share one search for the key, from which all rows with one key gain. The searches of callers with keys of their own share only a transaction ([profile](decisions/cached-list.md#callers-with-keys-of-their-own)).',
  'A page of 100 engagements that is not kept: [profile, and what was tried](decisions/cached-list.md#a-page-that-is-not-kept).',
  'Changes of one tenant wait for each other at the head of its audit log, from the change until the commit is on disk; [creates share commits](decisions/creates-share-commits.md), where a profile and what was tried stand. Those with an Idempotency-Key commit with their response and share none. Checking a chain recomputes every hash in Postgres, so its time grows with the log.',
  'Streams whose events all come at the same moment wait for one process to write them ([one upstream for each run](decisions/one-upstream-per-run.md)).',
  'Webhooks are bounded by processor time ([profile, and what was tried](decisions/webhook-deliveries.md#what-bounds-the-rate)).',
  'Chromium prints PDF files faster ([profile, and what was tried](decisions/pdf.md#beside-chromium)).',
  'A model call of a tenant that does nothing else commits twice, before and after it is made ([shared transactions](decisions/shared-transactions.md)).',
  'Input tokens and dollars a document: most of what is paid in full is the first reading of the sources ([what was tried](decisions/prompts.md#what-was-tried)).',
  'Whole runs spend much of the time on reading and writing documents ([profile, and what was tried](decisions/model-calls-as-durable-steps.md#whole-runs)).',
  'Calls of one run wait for each other at the row that numbers its events, so parallel tasks of one run settle one after the other.',
  'A thousand runs start together and wait for connections of the pool, so the longest delays of the event loop are in the first seconds.',
];
