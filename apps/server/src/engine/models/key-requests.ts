import {
  type ModelAccess,
  type TellModelKeyBody,
  TenantModelKeys,
} from '@ecp/contract/engine/model-access';
import { Value } from 'typebox/value';

const answerLimitMs = 15_000;
const retryWaitMs = 1_000;
/** The keys of all providers with fifty models each. */
const maxAnswerBytes = 1_048_576;

export type KeyEvent = TellModelKeyBody['event'];

/** The platform does not answer with the keys of a tenant. */
export class UnreadableKeysError extends Error {
  override readonly name = 'UnreadableKeysError';
}

/**
 * Reads a tenant's keys from the platform, again for up to `limitMs` while it is away. Throws
 * UnreadableKeysError.
 */
export async function readKeys(
  access: ModelAccess,
  engineToken: string,
  limitMs: number,
): Promise<TenantModelKeys> {
  const untilMs = performance.now() + limitMs;
  for (;;) {
    try {
      const { status, text } = await post(access.url, engineToken, { token: access.token });
      const answer: unknown = status === 200 ? JSON.parse(text) : null;
      if (Value.Check(TenantModelKeys, answer)) return answer;
      if (status < 500)
        throw new UnreadableKeysError(`The platform answered with status ${status}`);
    } catch (error) {
      if (error instanceof UnreadableKeysError) throw error;
    }
    if (performance.now() + retryWaitMs > untilMs) {
      throw new UnreadableKeysError(
        'The keys of the workspace cannot be read, because the platform does not answer',
      );
    }
    await new Promise((resolve) => setTimeout(resolve, retryWaitMs));
  }
}

/** Tells the platform what became of a key. Throws if it does not listen. */
export async function tellKey(
  { url, token }: ModelAccess,
  engineToken: string,
  told: Omit<TellModelKeyBody, 'token'>,
): Promise<void> {
  const { status } = await post(`${url}/events`, engineToken, { token, ...told });
  if (status !== 200) throw new Error(`The platform answered with status ${status}`);
}

async function post(
  url: string,
  engineToken: string,
  body: object,
): Promise<{ status: number; text: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${engineToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(answerLimitMs),
  });
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.byteLength;
    if (bytes > maxAnswerBytes) throw new Error('The answer of the platform is too large');
    pieces.push(piece);
  }
  return { status: response.status, text: Buffer.concat(pieces).toString('utf8') };
}
