import type { PlatformConfig } from '../../apps/server/src/kernel/settings.ts';
import { compareClocks } from './compare-clocks.ts';
import { codeOf, placeOf, reasonOf } from './failure-reasons.ts';
import { type Finding, find } from './finding.ts';
import { isLoopbackAddress } from './loopback.ts';

interface Looking {
  now: () => number;
  signal: AbortSignal;
}

/** What was found about the platform, and whether one answers on this machine. */
export interface PlatformFindings {
  findings: Finding[];
  isRunning: boolean;
}

/** The address of the platform on this machine. */
function localAddress({ host, port }: Pick<PlatformConfig, 'host' | 'port'>): string {
  const isAny = ['0.0.0.0', '::'].includes(host);
  const local = isAny ? '127.0.0.1' : host;
  return `http://${local.includes(':') ? `[${local}]` : local}:${port}`;
}

/** Checks the platform on this machine. */
export async function checkPlatform(
  config: PlatformConfig,
  signal: AbortSignal,
): Promise<PlatformFindings> {
  const url = localAddress(config);
  const address = placeOf(url);
  const rests = { findings: [find('product', 'product_rests', { address })], isRunning: false };
  const health = await ask(`${url}/api/health`, signal);
  if (health instanceof Error) {
    if (codeOf(health) === 'ECONNREFUSED') return rests;
    return { findings: [find('product', 'port_taken', { address })], isRunning: false };
  }
  if (health.service !== 'platform')
    return { findings: [find('product', 'port_taken', { address })], isRunning: false };
  const readiness = await ask(`${url}/ready`, signal);
  const isReady = !(readiness instanceof Error) && readiness.status === 200;
  return {
    findings: [find('product', isReady ? 'product_runs' : 'product_unready', { address })],
    isRunning: true,
  };
}

/** Checks the way to the platform through BASE_URL, whose Date header shows another clock. */
export async function checkProxy(
  config: PlatformConfig,
  isRunning: boolean,
  { now, signal }: Looking,
): Promise<Finding[]> {
  const { baseUrl, trustedProxies } = config;
  const isLocal = isLoopbackAddress(baseUrl);
  const isEncrypted = baseUrl.startsWith('https:');
  const findings: Finding[] = [];
  if (!isEncrypted && !isLocal)
    findings.push(find('proxy', 'proxy_not_encrypted', { address: baseUrl }));
  // The platform itself speaks http only.
  const hasProxy = isEncrypted || new URL(baseUrl).port !== String(config.port);
  if (hasProxy && trustedProxies === 0) findings.push(find('proxy', 'proxy_not_trusted'));
  if (!hasProxy && !isRunning) return findings;
  const beforeMs = now();
  const health = await ask(`${baseUrl}/api/health`, signal);
  if (health instanceof Error) return [explainFailure(health, baseUrl), ...findings];
  if (health.dateMs !== null) {
    findings.push(
      compareClocks(
        `the server at ${new URL(baseUrl).host}`,
        (beforeMs + now()) / 2,
        health.dateMs,
      ),
    );
  }
  if (health.service === 'platform') {
    findings.push(
      find('proxy', hasProxy ? 'proxy_answers' : 'proxy_not_needed', { address: baseUrl }),
    );
  } else if (isRunning) {
    findings.push(find('proxy', 'proxy_elsewhere', { address: baseUrl, status: health.status }));
  }
  const isPublic = hasProxy && health.service === 'platform';
  return isPublic ? [...findings, ...(await findOpenPath(baseUrl, signal))] : findings;
}

/** The path that only the network inside may reach. Behind the proxy it is missing. */
const insidePath = '/metrics';

async function findOpenPath(baseUrl: string, signal: AbortSignal): Promise<Finding[]> {
  const answer = await ask(baseUrl + insidePath, signal);
  const isOpen = !(answer instanceof Error) && answer.status === 200;
  const place = { address: baseUrl, path: insidePath };
  return isOpen ? [find('proxy', 'proxy_open_inside', place)] : [];
}

function explainFailure(error: Error, address: string): Finding {
  const reason = reasonOf(error);
  const isCertificate = /CERT|SIGNATURE|ALTNAME|SELF_SIGNED|ERR_SSL/.test(reason);
  return find('proxy', isCertificate ? 'proxy_certificate' : 'proxy_unreachable', {
    address,
    reason,
  });
}

interface Answer {
  status: number;
  /** The name by which our services present themselves; undefined for other programs. */
  service: unknown;
  /** The Date header, in milliseconds since 1970; null without one. */
  dateMs: number | null;
}

/** The longest body of ours that is read here; that of another program ends there. */
const maxBodyBytes = 65_536;

/** Asks a service. Returns the error if there is no answer. */
async function ask(url: string, signal: AbortSignal): Promise<Answer | Error> {
  try {
    const response = await fetch(url, { signal, redirect: 'manual' });
    const date = Date.parse(response.headers.get('date') ?? '');
    return {
      status: response.status,
      service: readService(await readBeginning(response)),
      dateMs: Number.isNaN(date) ? null : date,
    };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function readBeginning(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    pieces.push(piece);
    bytes += piece.byteLength;
    if (bytes > maxBodyBytes) break;
  }
  return Buffer.concat(pieces).toString('utf8');
}

function readService(text: string): unknown {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null
      ? (answer as { service?: unknown }).service
      : undefined;
  } catch {
    return undefined; // another program's page
  }
}
