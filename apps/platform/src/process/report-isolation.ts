import { isComplete } from '@ecp/sandbox/isolation/isolation';
import type { Sandbox } from '@ecp/sandbox/sandbox';
import type { FastifyBaseLogger } from 'fastify';
import { ConfigurationError } from '../kernel/settings/platform-config.ts';

/**
 * Logs what isolates the child processes on this machine (SBX-2).
 * @param isRequired throws ConfigurationError if anything is open to a child
 */
export async function reportIsolation(sandbox: Sandbox, log: FastifyBaseLogger, isRequired: boolean): Promise<void> {
  const isolation = await sandbox.isolation();
  const level = isComplete(isolation) ? 'info' : 'warn';
  log[level](isolation, 'Isolation of child processes');
  if (!isRequired || level === 'info') return;
  const open = [...new Set([...isolation.openToCode, ...isolation.openToNativeCode])];
  const reasons = Object.entries(isolation.missing).map(([layer, reason]) => `${layer}: ${reason}`);
  throw new ConfigurationError(
    `SANDBOX=required, but a child process could ${open.join(', ')} (${reasons.join('; ') || 'no layer is missing'})`,
  );
}
