import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { LlmBehaviour } from './fake-llm-behaviour.ts';
import { send } from './fake-llm-send.ts';
import { type ChatAnswer, completionBody, completionEvents, errorBody, splitText } from './fake-llm-wire.ts';

/** The form and pace in which an answer is sent. */
export interface Delivery {
  answer: ChatAnswer;
  behaviour: LlmBehaviour;
  streams: boolean;
  /** Whether the client asked for usage in the stream. */
  includeUsage: boolean;
  /** Aborts when the client disconnects. */
  gone: AbortSignal;
  /** Called after each chunk of a stream with the share of the answer that is sent (0 to 1). */
  onSent(share: number): void;
}

/** Sends an answer as a stream or as JSON, slowly or broken where the behaviour says so. */
export async function sendAnswer(response: ServerResponse, delivery: Delivery): Promise<void> {
  const { answer, behaviour, streams, gone } = delivery;
  const { slow, breaks } = behaviour;
  if (!streams && slow === undefined && breaks === undefined) return send(response, 200, completionBody(answer));
  response.writeHead(200, streams ? eventHeaders : { 'content-type': 'application/json' });
  response.flushHeaders();
  try {
    if (slow?.sends === 'comments') await keepAlive(response, slow, streams ? ': keep-alive\n\n' : '\n', gone);
    await sendChunks(response, chunksOf(delivery), delivery);
  } catch (error) {
    // A client that leaves ends the waits.
    if (!gone.aborted) throw error;
  }
}

const eventHeaders = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };

/** Rounds of a slow answer. */
function countRounds({ everyMs, forMs }: { everyMs: number; forMs: number }): number {
  return Math.max(1, Math.floor(forMs / everyMs));
}

async function keepAlive(
  response: ServerResponse,
  slow: NonNullable<LlmBehaviour['slow']>,
  comment: string,
  gone: AbortSignal,
): Promise<void> {
  for (let round = 0; round < countRounds(slow); round += 1) {
    await write(response, comment);
    await delay(slow.everyMs, undefined, { signal: gone });
  }
}

function chunksOf({ answer, behaviour: { slow }, streams, includeUsage }: Delivery): string[] {
  const rounds = slow?.sends === 'chunks' ? countRounds(slow) : null;
  if (!streams) return splitText(completionBody(answer), rounds ?? 4);
  return [...completionEvents(answer, { includeUsage: includeUsage && answer.reportsUsage, textDeltas: rounds })];
}

async function sendChunks(response: ServerResponse, chunks: string[], delivery: Delivery): Promise<void> {
  const { behaviour, gone, onSent, streams } = delivery;
  const { slow, breaks } = behaviour;
  const everyMs = slow?.sends === 'chunks' ? slow.everyMs : 0;
  const whole = breaks === undefined ? chunks.length : Math.min(breaks.afterChunks, chunks.length - 1);
  for (const [index, chunk] of chunks.slice(0, whole).entries()) {
    await write(response, chunk);
    if (gone.aborted) return;
    onSent((index + 1) / chunks.length);
    // The pause keeps the operating system from joining chunks.
    if (everyMs > 0) await delay(everyMs, undefined, { signal: gone });
    else await nextTurn();
  }
  if (breaks === undefined) response.end();
  else await breakOff(response, breaks, streams, gone);
}

async function breakOff(
  response: ServerResponse,
  { how, message = 'Provider returned error' }: NonNullable<LlmBehaviour['breaks']>,
  streams: boolean,
  gone: AbortSignal,
): Promise<void> {
  if (how === 'stall') {
    if (!gone.aborted) await once(gone, 'abort');
  } else if (how === 'cut') response.destroy();
  else response.end(streams ? `data: ${errorBody(message, 'server_error', 'internal_error')}\n\n` : '');
}

async function write(response: ServerResponse, text: string): Promise<void> {
  if (text === '' || response.destroyed) return;
  if (!response.write(text)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
}
