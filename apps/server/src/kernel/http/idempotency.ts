import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { takesIdempotencyKey } from '@ecp/contract/declaring/endpoint';
import { ApiError } from '@ecp/contract/declaring/errors';
import { createId } from '@ecp/database/create-id';
import type { Database, Transaction } from '@ecp/database/database';
import type { RowsOf, Statements } from '@ecp/database/statement';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { type IdempotentCommit, viewerOfPrincipal } from '../context.ts';
import { isExecutorDead } from '../durable-work/durable-work.ts';
import { encodeJson } from '../encoded-json.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { PortalVisitor, Principal } from '../principals.ts';
import type { Services } from '../services.ts';
import { sendEncoded } from './answers.ts';
import { openForm, readFormFingerprint } from './bodies.ts';
import {
  claimIdempotencyKey,
  claimSeconds,
  endClaim,
  type IdempotencyRecord,
  type IdempotencyRecordKey,
  type NewClaim,
  releaseClaim,
  renewalMs,
  renewClaim,
  storeResponse,
  storeResponseStatement,
} from './idempotency-claims.ts';

/** Makes stored responses unreadable to anyone who has only the database. */
interface ResponseCipher {
  /**
   * Returns a keyed fingerprint under each secret: the first is stored, any identifies a stored
   * one.
   */
  fingerprints(request: string): [Buffer, ...Buffer[]];
  seal(place: string, answer: string): Buffer;
  /** Decrypts it; throws when it was encrypted for another place or with another secret. */
  open(place: string, sealed: Buffer): string;
}

/** Makes the cipher of an installation from its secrets (AES-256-GCM, HMAC-SHA256). */
function createResponseCipher(keys: KeyRing): ResponseCipher {
  return {
    fingerprints: (request) => keys.signAll('kept requests', request),
    seal: (place, answer) => keys.encrypt('kept answers', place, answer),
    open: (place, sealed) => keys.decrypt('kept answers', place, sealed),
  };
}

/**
 * Repeats `release` for at most `limitMs` while the database refuses. Resolves with the last error
 * or null.
 */
export async function releaseLater(
  release: () => Promise<void>,
  { pauseMs, limitMs }: { pauseMs: number; limitMs: number },
): Promise<unknown> {
  const deadlineMs = performance.now() + limitMs;
  for (;;) {
    await delay(pauseMs, undefined, { ref: false });
    const failure = await release().then(
      () => null,
      (error: unknown) => error,
    );
    if (failure === null || performance.now() > deadlineMs) return failure;
  }
}

/** A request that runs under its caller's Idempotency-Key. */
interface IdempotencyClaim {
  id: string;
  place: IdempotencyRecordKey;
  /** Covers the whole request; for a form only its address until the form has been read. */
  fingerprint: Buffer;
  successStatus: number;
  /** The response was committed with its work, so nothing is left to store. */
  concluded: boolean;
  renewing: NodeJS.Timeout;
  seal(answer: string): Buffer;
  /** Completes the fingerprint of a form once it has been read. */
  identify(form: string): void;
}

declare module 'fastify' {
  interface FastifyRequest {
    idempotencyClaim: IdempotencyClaim | null;
    /** The JSON body as it was sent, as text; null without a key. */
    sentBody: string | null;
  }
}

/**
 * Implements `Idempotency-Key`: a repeat within 24 hours gets the first response from any process,
 * except 500 and above and unread forms. Claimed before the work, stored with it. Errors:
 * `idempotency_key_reused`, `idempotency_in_progress`, `invalid_request`.
 */
export const idempotency = plugin(
  async (app: FastifyInstance, { services }: { services: Services }) => {
    const seal = createResponseCipher(services.keys);
    app.decorateRequest('idempotencyClaim', null);
    app.decorateRequest('sentBody', null);
    // Fields that validation removes count as well: with them, the body is another one.
    app.addHook('preValidation', async (request) => {
      if (request.headers['idempotency-key'] === undefined) return;
      const { bodyOptional } = request.routeOptions.config.endpoint ?? {};
      request.sentBody = JSON.stringify(request.body ?? (bodyOptional ? {} : null));
    });
    app.addHook('preHandler', async (request, reply) => {
      const { endpoint } = request.routeOptions.config;
      const caller = request.principal ?? request.visitor;
      const key = request.headers['idempotency-key'];
      if (key === undefined || !caller || !endpoint || !takesIdempotencyKey(endpoint)) return;
      const place = { tenantId: caller.tenantId, caller: callerOf(caller), key: checkKey(key) };
      const print = (body: string) =>
        seal.fingerprints(`${request.method} ${request.url}\n${body}`);
      const fingerprints = print(request.sentBody ?? 'null');
      const id = createId();
      const kept = await claimOrTakeOver(services, place, {
        fingerprints,
        claimId: id,
        executorId: services.executorId,
      });
      if (kept.claim_id !== id) {
        // A form must be read to be identified. While the first request runs, its form is unknown,
        // so nothing is read.
        const form = kept.status === null ? undefined : endpoint.multipart;
        const wanted = form
          ? print(await readFormFingerprint(openForm(request, form)))
          : fingerprints;
        const answer = openKept(seal, place, kept, wanted);
        await requireVisible(services, request, answer);
        reply.code(kept.status ?? 200).header('idempotency-replayed', 'true');
        return sendEncoded(reply, answer);
      }
      const claim: IdempotencyClaim = {
        id,
        place,
        fingerprint: fingerprints[0],
        successStatus: Number(Object.keys(endpoint.responses)[0]),
        concluded: false,
        renewing: keepRenewing(services, place.tenantId, id),
        seal: (answer) => seal.seal(placeName(place), answer),
        identify: (form) => {
          claim.fingerprint = print(form)[0];
        },
      };
      request.idempotencyClaim = claim;
    });
    app.addHook('onSend', async (request, reply, payload) => {
      const claim = request.idempotencyClaim;
      if (!claim) return payload;
      request.idempotencyClaim = null;
      clearInterval(claim.renewing);
      await settle(services, claim, request, reply.statusCode, payload).catch((error: unknown) => {
        // The work is done: its response matters more than the ability to repeat it.
        request.log.warn(
          { err: error },
          'The response of an idempotent request could not be stored',
        );
        // The caller repeats a refused request at once, and would find its own claim until that
        // expires.
        const release = () => releaseClaim(services.database, claim.place, claim.id);
        if (reply.statusCode >= 500)
          void releaseLater(release, { pauseMs: 500, limitMs: claimSeconds * 1_000 });
      });
      return payload;
    });
  },
);

/** Claims the key. The claim of a process that has died in the meantime does not count. */
async function claimOrTakeOver(
  { database }: Services,
  place: IdempotencyRecordKey,
  claim: NewClaim,
): Promise<IdempotencyRecord> {
  const kept = await claimIdempotencyKey(database, place, claim);
  const { claim_id: claimId, at_work: atWork, claimed_by: claimedBy } = kept;
  const isOther = atWork && claimedBy !== claim.executorId;
  if (!isOther || !(await isExecutorDead(database, claimedBy))) return kept;
  await endClaim(database, place, claimId);
  return claimIdempotencyKey(database, place, claim);
}

function callerOf(caller: Principal | PortalVisitor): string {
  if ('tokenId' in caller) return `portal:${caller.tokenId}`;
  return caller.kind === 'session' ? `user:${caller.userId}` : `key:${caller.keyId}`;
}

function checkKey(key: string | string[]): string {
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  const message = 'Idempotency-Key must be 1 to 255 visible ASCII characters';
  throw new ApiError('invalid_request', { details: [{ path: '', message }] });
}

function keepRenewing(
  { database, log }: Services,
  tenantId: string,
  claimId: string,
): NodeJS.Timeout {
  const renewing = setInterval(() => {
    renewClaim(database, tenantId, claimId).catch((error: unknown) =>
      log.warn({ err: error }, 'The claim of an idempotent request could not be renewed'),
    );
  }, renewalMs);
  return renewing.unref();
}

const placeName = ({ tenantId, caller, key }: IdempotencyRecordKey) =>
  `${tenantId} ${caller} ${key}`;

/**
 * Returns the stored response of a repeat. Errors: `idempotency_key_reused`,
 * `idempotency_in_progress`.
 */
function openKept(
  seal: ResponseCipher,
  place: IdempotencyRecordKey,
  { fingerprint, status, sealed_answer, at_work }: IdempotencyRecord,
  wanted: readonly Buffer[],
): string {
  if (!wanted.some((print) => print.equals(fingerprint)))
    throw new ApiError('idempotency_key_reused');
  if (status === null || sealed_answer === null || at_work) {
    throw new ApiError('idempotency_in_progress', { headers: { 'retry-after': '1' } });
  }
  return seal.open(placeName(place), sealed_answer);
}

/**
 * Throws the endpoint's error for a missing engagement if the repeated request or its stored
 * response names one that is behind a wall by now, and the caller is not.
 */
async function requireVisible(
  { database }: Services,
  request: FastifyRequest,
  answer: string,
): Promise<void> {
  const { principal, params, body } = request;
  const { endpoint } = request.routeOptions.config;
  // Clients see their engagement behind every wall. Walls show ids of what is behind them to admins
  // outside, too.
  if (!principal || endpoint?.tag === 'Walls') return;
  const named = new Set<string>();
  for (const part of [params, body, JSON.parse(answer)]) addIds(part, named);
  const [hidden] = await database
    .seenBy(viewerOfPrincipal(principal))
    .batchTenant(principal.tenantId, [
      {
        name: 'find_hidden_of_answer',
        text: `select from platform.hidden_engagements() hidden
        where not platform.sees_all_engagements() and hidden = any($1) limit 1`,
        values: [[...named]],
      },
    ]);
  if (hidden.length === 0) return;
  throw new ApiError(endpoint?.engagementMissing ?? 'not_found');
}

/** Adds the texts of a JSON value that can be ids. */
function addIds(value: unknown, found: Set<string>): void {
  if (typeof value === 'string' && /^[\w-]{1,100}$/.test(value)) found.add(value);
  else if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value)) addIds(each, found);
}

async function settle(
  { database }: Services,
  { id, place, seal, concluded }: IdempotencyClaim,
  request: FastifyRequest,
  status: number,
  payload: unknown,
): Promise<void> {
  if (concluded) return;
  const isForm = request.routeOptions.config.endpoint?.multipart !== undefined;
  if (status >= 500 || isForm || typeof payload !== 'string')
    return await releaseClaim(database, place, id);
  await storeResponse(database, place, { claimId: id, status, sealed: seal(payload) });
}

/**
 * Makes the functions with which a verb of one tenant can finish; `claim` is null without an
 * Idempotency-Key.
 */
export function createIdempotentCommit(
  database: Database,
  tenantId: string,
  claim: IdempotencyClaim | null,
): IdempotentCommit {
  if (claim) return concludeUnder(claim, database, tenantId);
  return {
    requestKey: null,
    commit: (work) => database.withTenant(tenantId, work),
    commitBatch: async (statements, read) =>
      read(await database.batchTenant(tenantId, statements, { shareCommit: true })),
  };
}

function concludeUnder(
  claim: IdempotencyClaim,
  database: Database,
  tenantId: string,
): IdempotentCommit {
  const { place, id: claimId, successStatus: status } = claim;
  const keep = async (tx: Transaction, answer: unknown) => {
    const sealed = claim.seal(encodeJson(answer));
    const { fingerprint } = claim;
    const { rowCount } = await tx.query(
      storeResponseStatement(place, { claimId, status, sealed, fingerprint }),
    );
    // Another process considered this one dead and does the work, so this one must not.
    if (rowCount === 0)
      throw new ApiError('idempotency_in_progress', { headers: { 'retry-after': '1' } });
  };
  const commit: IdempotentCommit['commit'] = async (work) => {
    const answer = await database.withTenant(tenantId, async (tx) => {
      const made = await work(tx);
      await keep(tx, made);
      return made;
    });
    claim.concluded = true;
    return answer;
  };
  return {
    requestKey: hash('sha256', `${place.caller} ${place.key}`, 'base64url'),
    commit,
    commitBatch: (statements, read) => commit(async (tx) => read(await queryEach(tx, statements))),
  };
}

/** Sends statements in one round trip of a transaction and returns the rows of each. */
async function queryEach<Rows extends readonly unknown[]>(
  tx: Transaction,
  statements: Statements<Rows>,
): Promise<RowsOf<Rows>> {
  const answers = await Promise.all(statements.map((statement) => tx.query(statement)));
  return answers.map(({ rows }) => rows) as RowsOf<Rows>;
}
