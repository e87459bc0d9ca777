import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { pollUntil } from '@ecp/testing/poll-until';
import { startLocalServer } from './local-server.ts';

/** A request that reached the receiver. */
export interface ReceivedDelivery {
  headers: IncomingHttpHeaders;
  /** As sent. */
  body: string;
  path: string;
}

/** Records what it receives. */
export interface WebhookReceiver {
  url: string;
  /** In the order of their arrival. */
  received: ReceivedDelivery[];
  /** Decides the answers from now on; 200 with `ok` without it. */
  answerWith(listener: RequestListener): void;
  /** The deliveries once there are `count` of them. */
  waitFor(count: number, deadlineMs?: number): Promise<ReceivedDelivery[]>;
  close(): Promise<void>;
}

/** Somebody's server that events are sent to, on a free port of 127.0.0.1. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedDelivery[] = [];
  let answer: RequestListener = (_request, response) => response.end('ok');
  const server = await startLocalServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      received.push({ headers: request.headers, body, path: request.url ?? '' });
      answer(request, response);
    });
  });
  return {
    url: `http://127.0.0.1:${server.port}/hook`,
    received,
    answerWith(listener) {
      answer = listener;
    },
    async waitFor(count, deadlineMs) {
      await pollUntil(
        () => received.length,
        (length) => length >= count,
        deadlineMs,
      );
      return received;
    },
    close: server.close,
  };
}
