import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * An assistant's own server: it serves the document that describes the assistant, and gets nothing
 * else.
 */
export interface AssistantClient {
  /** The address of the document, which is the id of the client. */
  clientId: string;
  redirectUri: string;
  /**
   * Replaces what the server answers: `document` is sent as JSON, `status` is 200 unless it is
   * given.
   */
  answer(document: object | string, status?: number): void;
  /** The description that the server sends at first. */
  document: { client_id: string; client_name: string; redirect_uris: string[] };
  /** Number of fetches of the document. */
  fetched(): number;
  close(): Promise<void>;
}

/** Starts the server of an assistant on loopback. */
export async function startAssistantClient({
  name = 'Test assistant',
  host = '127.0.0.1',
} = {}): Promise<AssistantClient> {
  let answer = { text: '', status: 200 };
  let fetched = 0;
  const server = createServer((_request, response) => {
    fetched += 1;
    const redirect = answer.status === 302 ? { location: '/other.json' } : {};
    response
      .writeHead(answer.status, { 'content-type': 'application/json', ...redirect })
      .end(answer.text);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const clientId = `http://${host}:${(server.address() as AddressInfo).port}/client.json`;
  const redirectUri = 'http://127.0.0.1:49152/callback';
  const document = {
    client_id: clientId,
    client_name: name,
    redirect_uris: ['http://127.0.0.1/callback'],
  };
  const set: AssistantClient['answer'] = (given, status = 200) => {
    answer = { text: typeof given === 'string' ? given : JSON.stringify(given), status };
  };
  set(document);
  return {
    clientId,
    redirectUri,
    document,
    answer: set,
    fetched: () => fetched,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Makes a verifier of PKCE and its challenge. */
export function makePkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Returns the parameters of a valid authorization request. */
export const authorizationOf = (
  { clientId, redirectUri }: AssistantClient,
  challenge: string,
  resource: string,
) => ({
  response_type: 'code',
  client_id: clientId,
  redirect_uri: redirectUri,
  code_challenge: challenge,
  code_challenge_method: 'S256',
  state: 'state of the client',
  resource,
});
