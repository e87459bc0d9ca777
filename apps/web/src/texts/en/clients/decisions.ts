import { countOf } from '../shared/count-of.ts';

/** Texts of a client's decision, which stands beside the firm's approval. */
export const decisionTexts = {
  did: {
    approve: (name: string) => `${name} approved`,
    reject: (name: string) => `${name} rejected`,
  },
  /** The decision is about an earlier version than the one beside it. */
  older: (version: number) => `v${version}`,
  title: (name: string, did: 'approved' | 'rejected', version: number, when: string) =>
    `${name} ${did} version ${version} as your client, ${when}`,
  several(approved: number, rejected: number): string {
    if (rejected === 0) return `${countOf(approved, 'client')} approved`;
    if (approved === 0) return `${countOf(rejected, 'client')} rejected`;
    return `${approved} approved, ${rejected} rejected`;
  },
  verbs: { approve: 'approved', reject: 'rejected' },
} as const;
