import { ApiError } from '@ecp/contract/declaring/errors';
import type { AssistantRefusal } from '@ecp/contract/values/assistant-refusals';
import { LRUCache } from 'lru-cache';
import {
  isAllowedHost,
  isLoopbackHost,
  loopbackHosts,
  OutboundError,
  parseOutboundUrl,
} from '../../kernel/outbound/addresses.ts';
import type { Services } from '../../kernel/services.ts';

/** An assistant as its own document describes it (OAuth Client ID Metadata Document). */
export interface Client {
  id: string;
  name: string;
  redirectUris: readonly string[];
}

const timeoutMs = 10_000;
const maxBytes = 32 * 1024;
const maxNameLength = 100;
const maxRedirectUris = 50;
/** Time until a document is fetched again. */
const cacheLifeMs = 300_000;

type ClientServices = Pick<Services, 'outbound' | 'config'>;

/** The documents that this process has read, for each installation in it. */
const caches = new WeakMap<Services['outbound'], LRUCache<string, Client>>();

/** Makes the refusal of an assistant. */
export const refuseAssistant = (reason: AssistantRefusal, cause?: unknown): ApiError =>
  new ApiError('assistant_refused', { values: { reason }, cause });

/**
 * Reads the document at the address that is the id of a client. Errors: `assistant_refused`,
 * `outbound_off`.
 */
export async function findClient(services: ClientServices, clientId: string): Promise<Client> {
  requireClientId(services, clientId);
  const cache = caches.get(services.outbound) ?? openCache(services.outbound);
  const known = cache.get(clientId);
  if (known) return known;
  const client = readDocument(clientId, await fetchDocument(services, clientId));
  cache.set(clientId, client);
  return client;
}

function openCache(outbound: Services['outbound']): LRUCache<string, Client> {
  const cache = new LRUCache<string, Client>({ max: 200, ttl: cacheLifeMs, perf: performance });
  caches.set(outbound, cache);
  return cache;
}

/**
 * An https address with a path, as it is written; http for hosts that the operator allows, and for
 * local assistants.
 */
function requireClientId({ config }: ClientServices, clientId: string): void {
  try {
    const url = parseOutboundUrl(clientId);
    const isAllowed =
      isAllowedHost(url, config.outboundAllowedHosts) || isLocalAssistant(config, url);
    const isSafe = url.protocol === 'https:' || isAllowed;
    if (isSafe && url.pathname !== '/' && url.href === clientId) return;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
  }
  throw refuseAssistant('client_id');
}

/**
 * Tells whether a document is on the machine of an installation that serves this machine alone, so
 * that people can try an assistant without a certificate. Such a request reaches nothing that its
 * person could not reach.
 */
function isLocalAssistant({ baseUrl, host }: Services['config'], url: URL): boolean {
  const listening = host.includes(':') ? `[${host}]` : host;
  const isLocalInstallation =
    isLoopbackHost(new URL(baseUrl).hostname) && isLoopbackHost(listening);
  return isLocalInstallation && isLoopback(url);
}

async function fetchDocument({ outbound, config }: ClientServices, url: string): Promise<unknown> {
  const headers = { accept: 'application/json' };
  const mayReachThisMachine = isLocalAssistant(config, new URL(url));
  const limits = { timeoutMs, maxBodyBytes: maxBytes, followRedirects: 0 };
  try {
    const answer = await outbound.request({ url, headers, mayReachThisMachine, ...limits });
    if (answer.status !== 200 || answer.truncated) throw refuseAssistant('unreachable');
    return JSON.parse(answer.body.toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw refuseAssistant('document', error);
    if (!(error instanceof OutboundError)) throw error;
    throw error.kind === 'off'
      ? new ApiError('outbound_off')
      : refuseAssistant('unreachable', error);
  }
}

/**
 * Only clients without a secret: a document that everybody can read holds none, and keys of clients
 * are not checked.
 */
function readDocument(clientId: string, document: unknown): Client {
  if (typeof document !== 'object' || document === null) throw refuseAssistant('document');
  const fields = document as Record<string, unknown>;
  const {
    client_name: name,
    redirect_uris: uris,
    token_endpoint_auth_method: method = 'none',
  } = fields;
  const redirectUris = Array.isArray(uris)
    ? uris.filter(isRedirectUri).slice(0, maxRedirectUris)
    : [];
  const isPublic = method === 'none' && fields['client_secret'] === undefined;
  if (fields['client_id'] !== clientId || !isPublic || redirectUris.length === 0)
    throw refuseAssistant('document');
  return { id: clientId, name: readName(name) ?? new URL(clientId).hostname, redirectUris };
}

/** A name in one line, without characters that turn or hide the text beside it. */
function readName(given: unknown): string | null {
  if (typeof given !== 'string') return null;
  const name = given.toWellFormed().replace(/[\p{C}\s]+/gu, ' ');
  return name.trim().slice(0, maxNameLength).toWellFormed().trim() || null;
}

const unsafeSchemes = [
  'javascript:',
  'data:',
  'vbscript:',
  'blob:',
  'file:',
  'about:',
  'filesystem:',
  'ws:',
  'wss:',
];

/** Whether an address of the person's own device. */
export const isLoopback = (url: URL): boolean =>
  url.protocol === 'http:' && loopbackHosts.includes(url.hostname);

/**
 * Whether an answer may go to an address: https, the person's own device, or the scheme of a
 * program on it.
 */
function isRedirectUri(given: unknown): given is string {
  const url = typeof given === 'string' ? URL.parse(given) : null;
  if (url === null) return false;
  if (url.hash !== '' || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:' || isLoopback(url)) return true;
  return url.protocol !== 'http:' && !unsafeSchemes.includes(url.protocol);
}

/**
 * Whether a client lists an address, to the letter; on the person's own device with any port (RFC
 * 8252, 7.3).
 */
export function listsRedirect({ redirectUris }: Client, wanted: string): boolean {
  if (!isRedirectUri(wanted)) return false;
  return (
    redirectUris.includes(wanted) || redirectUris.some((listed) => isSameButForPort(listed, wanted))
  );
}

function isSameButForPort(listed: string, wanted: string): boolean {
  const [own, given] = [new URL(listed), new URL(wanted)];
  if (!isLoopback(own) || !isLoopback(given)) return false;
  own.port = given.port;
  return own.href === given.href;
}
