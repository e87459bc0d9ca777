import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { pollUntil } from '@ecp/testing/poll-until';
import { startLocalServer } from './servers/local-server.ts';

/** A request that reached the receiver. */
export interface ReceivedDelivery {
  headers: IncomingHttpHeaders;
  /** The exact body that was sent. */
  body: string;
  path: string;
}

/** Records the requests that it receives. */
export interface WebhookReceiver {
  url: string;
  /** Requests in the order of arrival. */
  received: ReceivedDelivery[];
  /** Sets the response from now on; by default 200 with `ok`. */
  answerWith(listener: RequestListener): void;
  /** Waits for `count` deliveries and returns them. */
  waitFor(count: number): Promise<ReceivedDelivery[]>;
  close(): Promise<void>;
}

/** Starts a server that receives events, on a free port of 127.0.0.1. */
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
    async waitFor(count) {
      await pollUntil(
        () => received.length,
        (length) => length >= count,
      );
      return received;
    },
    close: server.close,
  };
}
