import { existsSync } from 'node:fs';
import { isComplete } from '@ecp/sandbox/isolation/isolation';
import { openSandbox } from '@ecp/sandbox/sandbox';
import type { PlatformConfig } from '../../apps/server/src/kernel/settings.ts';
import { programs } from '../../apps/server/src/reach/process/sandbox-programs.ts';
import { type Finding, find } from './finding.ts';

/** Starts a child process that tries what none may, as a start of the product does. */
export async function checkSandbox({
  requireIsolation,
}: Pick<PlatformConfig, 'requireIsolation'>): Promise<Finding[]> {
  if (!programs.every(({ main }) => existsSync(main))) return [find('sandbox', 'programs_missing')];
  const sandbox = openSandbox();
  try {
    const isolation = await sandbox.isolation();
    if (isComplete(isolation)) return [find('sandbox', 'sandbox_closed')];
    const actions = [...new Set([...isolation.openToCode, ...isolation.openToNativeCode])].join(
      ', ',
    );
    const reasons = Object.entries(isolation.missing).map(
      ([layer, reason]) => `${layer}: ${reason}`,
    );
    const values = { actions, reasons: reasons.join('; ') || 'no layer is missing' };
    return [find('sandbox', requireIsolation ? 'sandbox_required' : 'sandbox_open', values)];
  } finally {
    await sandbox.close();
  }
}
