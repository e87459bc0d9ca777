import { checkEvidence } from '@ecp/evidence/check-evidence';
import type { Cell, EvidenceMaterial, Judge, JudgeQuestion, UpstreamDocument } from '@ecp/evidence/material';
import { createTimeSlice } from '@ecp/semaphore/time-slice';
import type { CaseMaterial, ClaimCase } from './claim-case.ts';
import type { ClaimCheck } from './measure-claims.ts';
import type { PlayedJudge } from './play-judge.ts';

/** The check that `npm run bench:evidence` measures, called as the engine calls it. It sees nothing of what is true. */
export const claimCheck: ClaimCheck = ({ markdown, material }: ClaimCase, judge) =>
  checkEvidence(markdown, toMaterial(material), {
    ...(judge === null ? {} : { judge: toJudge(judge) }),
    slice: createTimeSlice(undefined),
  });

function toMaterial({ upstream, queries, ...rest }: CaseMaterial): EvidenceMaterial {
  return {
    ...rest,
    upstream: upstream.map(toUpstream),
    queries: queries.map((query) => ({ ...query, rows: query.rows.map((row) => row.map(toCell)), resultHash: '' })),
    tables: [],
  };
}

/** The generator tells only label and state of an upstream document's citations. */
function toUpstream({ citations, ...document }: CaseMaterial['upstream'][number]): UpstreamDocument {
  const source = { kind: 'unknown', title: '', location: null } as const;
  const rest = { claim: '', quote: null, source, reason: null, passage: null, derivation: null };
  return { ...document, citations: citations.map(({ footnote, state }) => ({ ...rest, footnote, state })) };
}

function toCell(cell: unknown): Cell {
  return typeof cell === 'number' || typeof cell === 'boolean' || cell === null ? cell : String(cell);
}

function toJudge(judge: PlayedJudge): Judge {
  const ask = async ({ claim, passages }: JudgeQuestion) => {
    const supported = await judge({ claim, passage: passages.map(({ words }) => words).join('\n') });
    return { supported, reason: 'the passage does not say this' };
  };
  return (questions) => Promise.all(questions.map(ask));
}
