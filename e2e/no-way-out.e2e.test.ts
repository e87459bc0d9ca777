import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import type { JobWithoutNetwork } from './testing/job-without-network.ts';
import { copyPreparedDataDir } from './testing/prepared-data.ts';
import { root } from './testing/product.ts';

const program = fileURLToPath(new URL('./testing/job-without-network.ts', import.meta.url));

/**
 * Runs a command in a new network whose only interface is loopback. Postgres needs a user that is
 * not root.
 */
const withoutNetwork = (command: string) => {
  const user = process.getuid?.() === 0 ? [] : ['--map-current-user', '--keep-caps'];
  return ['unshare', [...user, '--net', 'sh', '-c', `ip link set lo up && ${command}`]] as const;
};

const isPermitted = spawnSync(...withoutNetwork('true')).status === 0;

describe.skipIf(!isPermitted)('a product in a network without a route', () => {
  const place = copyPreparedDataDir();
  afterAll(() => place.remove());

  // OUT-5, OUT-6, OUT-7, OUT-8
  it('starts, runs and exports, and sends no packet that would need one', async () => {
    const [unshare, args] = withoutNetwork(
      `exec "${process.execPath}" "${program}" "${place.dataDir}"`,
    );
    const { stdout } = await promisify(execFile)(unshare, args, {
      cwd: root,
      maxBuffer: 4 * 1_048_576,
    });
    const job = JSON.parse(stdout) as JobWithoutNetwork;
    expect([job.tried, job.counted > 0]).toEqual(['ENETUNREACH', true]);
    expect(job.exports).toEqual({
      pdf: '%PDF',
      docx: 'PK\u0003\u0004',
      pptx: 'PK\u0003\u0004',
      xlsx: 'PK\u0003\u0004',
    });
    expect(job.documents).toBe(1);
    expect(job.refused).toEqual({
      code: 'outbound_off',
      ping: expect.stringContaining('OUTBOUND=off'),
    });
    expect(job.output).toContain(
      'count for nothing: ANTHROPIC_API_KEY, STRIPE_SECRET_KEY, KMS_KEY_ID',
    );
    expect(job.attempts).toBe(0);
  });
});
