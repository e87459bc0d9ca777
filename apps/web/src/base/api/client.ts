import type { FactorProof } from '@ecp/contract/identity/factor-proof';
import { type Client, createClient, isApiError } from '@ecp/sdk/create-client';

const changes = new EventTarget();
let reached = true;

function noteAttempt(now: boolean): void {
  if (now === reached) return;
  reached = now;
  changes.dispatchEvent(new Event('change'));
}

/** Whether the browser has a network and the last request reached the service. */
export const isConnected = (): boolean => reached && navigator.onLine;

export function subscribeToConnection(listener: () => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  changes.addEventListener('change', listener, { signal });
  for (const event of ['online', 'offline']) window.addEventListener(event, listener, { signal });
  return () => ended.abort();
}

export interface GivenProof extends FactorProof {
  password?: string;
}

export interface ProofRequest {
  /**
   * `recent` for an action that needs a recent proof, `switch` for another workspace's second
   * factor.
   */
  kind: 'recent' | 'switch';
  /** The fields of the factor that would do, where the service says it. */
  fields: readonly string[];
  /** Sends the proof. Throws if it is wrong, so that the person can try again. */
  send: (proof: GivenProof) => Promise<unknown>;
}

/** Asks the person. Resolves with whether a proof was accepted; false if the person gives up. */
type AskForProof = (request: ProofRequest) => Promise<boolean>;

let ask: AskForProof | null = null;

/** Registers the dialog that asks for proofs. Without one, the error reaches the page. */
export function registerProofDialog(dialog: AskForProof | null): void {
  ask = dialog;
}

type Call = (input?: object, options?: object) => Promise<unknown>;

/**
 * Returns a client whose calls ask for a proof when the service does, and are then repeated once.
 */
function repeatAfterProof(client: Client): Client {
  const methods = Object.entries(client).map(([name, method]) => {
    const isSequence = [
      'request',
      'pages',
      'paginate',
      'streamRun',
      'streamGrids',
      'stepUp',
    ].includes(name);
    return [name, isSequence ? method : withProof(client, name, method as Call)];
  });
  return Object.fromEntries(methods) as Client;
}

function withProof(client: Client, name: string, call: Call): Call {
  return async (input, options) => {
    try {
      return await call(input, options);
    } catch (error) {
      if (!ask || !isApiError(error)) throw error;
      const fields = error.details.map(({ path }) => path.slice(1));
      if (error.code === 'step_up_required') {
        const isProven = await ask({
          kind: 'recent',
          fields,
          send: (proof) => client.stepUp(proof),
        });
        if (!isProven) throw error;
        return call(input, options);
      }
      if (error.code !== 'second_factor_required' || name !== 'switchTenant') throw error;
      let answer: unknown;
      const send = async (proof: GivenProof) => {
        answer = await call({ ...input, ...proof }, options);
      };
      if (!(await ask({ kind: 'switch', fields, send }))) throw error;
      return answer;
    }
  };
}

export const api: Client = repeatAfterProof(
  createClient({ baseUrl: '', timeoutMs: 30_000, maxRetries: 2, onAttempt: noteAttempt }),
);

/** Reads the cursor of the next page from `Link: <…>; rel="next"`; undefined on the last page. */
export function nextCursor(headers: Headers): string | undefined {
  const [, link] = /<([^>]*)>\s*;\s*rel="?next"?/.exec(headers.get('link') ?? '') ?? [];
  return link === undefined
    ? undefined
    : (new URL(link, location.origin).searchParams.get('cursor') ?? undefined);
}
