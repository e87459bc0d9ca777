import type { AgentMaterial } from '../../src/engine/kernel/agent-material.ts';
import type { ModelKeySource } from '../../src/engine/models/key-requests.ts';
import type { RunEffects } from '../../src/kernel/ports.ts';

const refuse = () => Promise.reject(new Error('The test has no material'));

/** The ground of an engine whose engagements have neither tables nor the web. */
export const noMaterial: AgentMaterial = {
  runQuery: refuse,
  refuseQuery: refuse,
  verifyQuery: refuse,
  runProgram: refuse,
  searchWeb: refuse,
  interruptSearch: refuse,
  readPage: refuse,
  interruptRead: refuse,
  readTaskPages: refuse,
  readSource: async () => null,
  findQuotedPassages: async () => [],
};

/** Runs of no engagement change nothing but their own records. */
export const noEffects: RunEffects = { apply: async () => undefined };

/** The keys of tenants that have none. */
export const noKeys: ModelKeySource = {
  find: async () => null,
  read: async () => ({ ownOnly: false, keys: [] }),
  record: async () => undefined,
};
