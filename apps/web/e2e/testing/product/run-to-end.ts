import { pollUntil } from '@ecp/testing/poll-until';
import type { Page } from 'playwright-core';

/** Starts a run in the session of the page and waits until it has completed. Throws if it fails. */
export async function runToEnd({ request }: Page, id: string): Promise<void> {
  const started = await request.post(`/api/engagements/${id}/run`);
  if (!started.ok()) throw new Error(`The run was refused: ${await started.text()}`);
  const read = async () =>
    (await (await request.get(`/api/engagements/${id}/status`)).json()) as { status: string };
  const { status } = await pollUntil(read, (one) => ['completed', 'failed'].includes(one.status));
  if (status !== 'completed') throw new Error('The run failed');
}
