import { type RawAnswer, type RawRequest, sendRaw } from '../../apps/platform/testing/hostile/raw-request.ts';
import type { ProbeTarget } from './prepare-ground.ts';

const limits = { silenceMs: 60_000, streamMs: 500 };

/**
 * Sends a request and returns the answer. Repeats it once when the service has closed the kept connection in between.
 * Throws an Error when the service is silent for a minute or breaks the connection.
 */
export async function sendProbe(target: Pick<ProbeTarget, 'baseUrl'>, request: RawRequest): Promise<RawAnswer> {
  try {
    return await sendRaw(target, request, limits);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ECONNRESET' && code !== 'EPIPE') throw error;
    return await sendRaw(target, request, limits);
  }
}
