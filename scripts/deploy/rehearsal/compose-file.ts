import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const file = new URL('../../../deploy/compose.yaml', import.meta.url);

/** A service of the compose file, with the settings of the environment filled in. */
export interface ComposeService {
  environment: Record<string, string>;
  command: string[];
  /** The signal by which a stop begins, and the time after which it ends by a kill. */
  stopSignal: NodeJS.Signals;
  stopLimitMs: number;
}

/** Path of a file in the folder deploy. */
export const deployFile = (path: string): string => fileURLToPath(new URL(path, file));

/**
 * Reads the services of deploy/compose.yaml. `settings` stand for those of deploy/.env: a variable that the file requires
 * and that is missing here is an error, as with Docker.
 */
export async function readComposeFile(settings: Record<string, string>): Promise<Record<string, ComposeService>> {
  const filled = (await readFile(file, 'utf8')).replaceAll(/\$\{(\w+)(:\?|:-[^}]*)\}/g, (_, name, rule) => {
    const value = settings[name] ?? (rule.startsWith(':-') ? rule.slice(2) : undefined);
    if (value === undefined) throw new Error(`The compose file requires ${name}`);
    return value;
  });
  const { services } = parse(filled, { merge: true }) as { services: Record<string, WrittenService> };
  return Object.fromEntries(
    Object.entries(services).map(([name, { environment = {}, command = [], ...stop }]) => {
      // One without a value has that of deploy/.env, and is unset if that has none.
      const values = Object.entries(environment).map(([key, value]) => [key, value ?? settings[key]] as const);
      const given = values.filter(([, value]) => value !== undefined).map(([key, value]) => [key, String(value)]);
      const { stop_signal: stopSignal = 'SIGTERM', stop_grace_period: limit = '10s' } = stop;
      const stopLimitMs = Number.parseInt(limit, 10) * 1_000;
      return [name, { environment: Object.fromEntries(given), command, stopSignal, stopLimitMs }];
    }),
  );
}

interface WrittenService {
  environment?: Record<string, string | number | boolean | null>;
  command?: string[];
  stop_signal?: NodeJS.Signals;
  /** In seconds: `45s`. */
  stop_grace_period?: string;
}

/** Addresses of the network of containers and the local ones that stand for them: `platform-1:3000` and its port. */
export type Ports = ReadonlyMap<string, number>;

/** Replaces the addresses of a text by local ones. Those of `own` may also be written as 0.0.0.0. */
export function localise(text: string, ports: Ports, own?: string): string {
  return [...ports].reduce((changed, [address, port]) => {
    const [host = '', number = ''] = address.split(':');
    const named = changed
      .replaceAll(address, `127.0.0.1:${port}`)
      .replaceAll(`host=${host} port=${number}`, `host=127.0.0.1 port=${port}`);
    return host === own ? named.replaceAll(`0.0.0.0:${number}`, `127.0.0.1:${port}`) : named;
  }, text);
}
