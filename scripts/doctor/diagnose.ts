import { createRedactor, type Redact } from '@ecp/tracing/redact-secrets';
import { readConfig, secretsOf } from '../../apps/server/src/config.ts';
import {
  type EngineConfig,
  secretsOf as engineSecretsOf,
  readConfig as readEngineConfig,
} from '../../apps/server/src/engine/config.ts';
import type { PlatformConfig } from '../../apps/server/src/kernel/settings.ts';
import { checkDatabase } from './check-database.ts';
import { checkEngine } from './check-engine.ts';
import { checkMail } from './check-mail.ts';
import { checkModels } from './check-models.ts';
import { checkPlatform, checkProxy, type PlatformFindings } from './check-processes.ts';
import { checkRedis } from './check-redis.ts';
import { checkSandbox } from './check-sandbox.ts';
import { checkBucket, checkDisk, checkKms } from './check-stores.ts';
import { reasonOf } from './failure-reasons.ts';
import { type Finding, find, type Subject, subjects } from './finding.ts';

const defaultLimitMs = 15_000;

export interface DiagnosisOptions {
  /** The time that each check has. */
  limitMs?: number;
  /** This machine's clock, in milliseconds since 1970. */
  now?: () => number;
}

/**
 * What was found, in the order of the subjects, and the function that removes secrets from what is
 * printed.
 */
interface Diagnosis {
  findings: Finding[];
  redact: Redact;
}

/**
 * Checks an installation with the settings of its start, whether it runs or not. Starts and changes
 * nothing.
 */
export async function diagnose(
  environment: NodeJS.ProcessEnv,
  { limitMs = defaultLimitMs, now = Date.now }: DiagnosisOptions = {},
): Promise<Diagnosis> {
  const config = readSettings(() => readConfig(environment));
  if (config instanceof Error) return { findings: [unusable(config)], redact: (text) => text };
  const engine = readSettings(() => readEngineSettings(environment));
  const redact = createRedactor([
    ...secretsOf(config),
    ...(engine instanceof Error ? [] : engineSecretsOf(engine)),
  ]);
  const settings = engine instanceof Error ? unusable(engine) : find('settings', 'settings_usable');
  const findings = await Promise.all([
    [settings],
    ...listChecks(config, engine, now).map((check) => runInTime(check, limitMs)),
  ]);
  const order = new Map(subjects.map((subject, index) => [subject, index]));
  const place = ({ subject }: Finding) => order.get(subject) ?? 0;
  return { findings: findings.flat().sort((one, other) => place(one) - place(other)), redact };
}

/** A check, and the part that it is about if it does not end. */
interface Check {
  subject: Subject;
  run(signal: AbortSignal): Promise<Finding[]>;
}

function listChecks(
  config: PlatformConfig,
  engine: EngineConfig | Error,
  now: () => number,
): Check[] {
  // Each process has a check of its own, so that a silent one hides nothing about the others.
  let platform: Promise<PlatformFindings> | undefined;
  const askPlatform = (signal: AbortSignal) => {
    platform ??= checkPlatform(config, signal);
    return platform;
  };
  const checks: Check[] = [
    { subject: 'database', run: () => checkDatabase(config, now) },
    { subject: 'disk', run: () => checkDisk(config) },
    { subject: 'bucket', run: () => checkBucket(config) },
    { subject: 'kms', run: () => checkKms(config) },
    { subject: 'mail', run: () => checkMail(config) },
    { subject: 'redis', run: () => checkRedis(config) },
    { subject: 'sandbox', run: () => checkSandbox(config) },
    { subject: 'product', run: async (signal) => (await askPlatform(signal)).findings },
    {
      subject: 'engine',
      run: async (signal) => checkEngine(config, (await askPlatform(signal)).isRunning),
    },
    {
      subject: 'proxy',
      run: async (signal) =>
        checkProxy(config, (await askPlatform(signal)).isRunning, { now, signal }),
    },
  ];
  // A worker of another machine has settings of its own, which nobody sees here.
  if (!(engine instanceof Error)) {
    checks.push({ subject: 'models', run: (signal) => checkModels(engine, signal) });
  }
  return checks;
}

/** Runs a check, whose failure or lateness is a finding too. */
async function runInTime({ subject, run }: Check, limitMs: number): Promise<Finding[]> {
  const limit = AbortSignal.timeout(limitMs);
  const late = new Promise<Finding[]>((resolve) => {
    limit.addEventListener('abort', () =>
      resolve([find(subject, 'timed_out', { seconds: limitMs / 1_000 })]),
    );
  });
  const work = run(limit).catch((error: unknown) => [
    find(subject, 'check_failed', { reason: reasonOf(error) }),
  ]);
  return Promise.race([work, late]);
}

/** Reads settings; returns the error of those that are unusable. */
function readSettings<Config extends object>(read: () => Config): Config | Error {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && /^(Model)?ConfigurationError$/.test(error.name)) return error;
    throw error;
  }
}

const unusable = ({ message }: Error): Finding =>
  find('settings', 'settings_unusable', { message });

/** Reads the settings of the worker that the product starts, to which it gives the database. */
function readEngineSettings(environment: NodeJS.ProcessEnv): EngineConfig {
  const set = Object.entries(environment).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  return readEngineConfig({ DATABASE_URL: 'postgres://platform', ...Object.fromEntries(set) });
}
