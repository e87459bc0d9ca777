import { hash } from 'node:crypto';
import { findContractProblems } from '../../apps/platform/testing/hostile/check-contract.ts';
import type { RawAnswer, RawRequest } from '../../apps/platform/testing/hostile/raw-request.ts';
import type { Probe } from './create-probe.ts';
import { type Ground, wordPattern } from './prepare-ground.ts';

/** Sends a request and counts the answer. */
export type Send = (request: RawRequest) => Promise<RawAnswer>;

/** The answer to the twins of a shape, and the number of its uses. */
type References = Map<string, { digest: string; uses: number }>;

export interface Judge {
  /** Sends a probe and returns what is wrong with the answer. */
  judge(probe: Probe): Promise<string[]>;
  /** Returns the number of probes whose twins got different answers. */
  changing(): number;
}

const usesOfReference = 50;
const keptReferences = 100_000;
/** Headers that name or count one request, and those that follow from the length of what was sent. */
const ownHeaders = new Set(['x-request-id', 'ratelimit', 'ratelimit-policy', 'retry-after', 'date', 'content-length']);

/**
 * Makes a judge, who compares each answer with that of the probe's twin. A twin is sent again after fifty uses, and
 * around each answer that differs: only an answer that differs from two equal twins before and after it counts.
 */
export function createJudge(ground: Ground, send: Send): Judge {
  const references: References = new Map();
  let changing = 0;
  const ask = async (probe: Probe, request: RawRequest) => digestAnswer(probe, await send(request));

  const reference = async (probe: Probe): Promise<string> => {
    const known = references.get(probe.shape);
    if (known && known.uses++ < usesOfReference) return known.digest;
    const digest = await ask(probe, probe.twin);
    if (references.size >= keptReferences) references.delete(references.keys().next().value ?? '');
    references.set(probe.shape, { digest, uses: 0 });
    return digest;
  };

  const compareAgain = async (probe: Probe): Promise<string[]> => {
    references.delete(probe.shape);
    const before = await ask(probe, probe.twin);
    const answer = await send(probe.asked);
    const after = await ask(probe, probe.twin);
    const status = (digest: string) => digest.split(' ', 1)[0];
    if (before !== after) changing += 1;
    const [expected, got] =
      before === after ? [after, digestAnswer(probe, answer)] : [status(after), String(answer.status)];
    if (expected === got || (before !== after && status(before) === got)) return [];
    return [`unlike the answer for what never existed (${expected}): ${answer.status} ${answer.text.slice(0, 300)}`];
  };

  return {
    changing: () => changing,
    async judge(probe) {
      const answer = await send(probe.asked);
      const problems = [
        ...findContractProblems(probe.endpoint, probe.asked, answer),
        ...findForeignWords(ground, probe, answer),
      ];
      if (answer.status === 429 || probe.wordsOnly) return problems;
      if (digestAnswer(probe, answer) === (await reference(probe))) return problems;
      return [...problems, ...(await compareAgain(probe))];
    },
  };
}

/** Returns the status and a digest of all that a caller can tell from an answer, without what it sent itself. */
function digestAnswer({ named, endpoint }: Probe, { status, headers, text }: RawAnswer): string {
  // A successful change makes another record each time, and typeset pages hold what was sent in a form of their own.
  const isTypeset = headers['content-type'] === 'application/pdf';
  if (status < 400 && (endpoint.method !== 'GET' || isTypeset)) return String(status);
  const repeats = named.some((values) => values.some((value) => text.includes(value)));
  const seen = Object.entries(headers).filter(([name]) => !ownHeaders.has(name) && !(repeats && name === 'etag'));
  let shown = `${JSON.stringify(seen)}\n${text.replaceAll(String(headers['x-request-id']), '')}`;
  for (const value of named.flat()) shown = shown.replaceAll(value, '§').replaceAll(encodeURIComponent(value), '§');
  return `${status} ${hash('sha1', shown, 'base64url')}`;
}

function findForeignWords({ marks }: Ground, { named }: Probe, { headers, text }: RawAnswer): string[] {
  const sent = named.map(([foreign]) => foreign).join('\n');
  const seen = new Set(`${text}\n${JSON.stringify(headers)}`.match(wordPattern));
  const found = [...seen].filter((word) => marks.has(word) && !sent.includes(word));
  return found.length > 0 ? [`words of the other tenant: ${found.slice(0, 3).join(', ')}`] : [];
}
