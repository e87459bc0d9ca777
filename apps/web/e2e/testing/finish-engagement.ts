import { pollUntil } from '@ecp/testing/poll-until';
import type { Page } from 'playwright-core';

/** A run by the offline model takes seconds; a busy machine takes longer. */
const deadlineMs = 45_000;

/** Runs an engagement of one task to its end, by the session of the page; answers its id and its deliverable's filename. */
export async function finishEngagement(
  { request }: Page,
  input: { name?: string; client?: string; brief?: string } = {},
): Promise<{ id: string; filename: string }> {
  const data = {
    name: 'Nordic market entry',
    client: 'Contoso',
    brief: 'Contoso sells cranes and asks how to enter the Nordic market. Sales were 12 million euros in 2025.',
    tasks: [{ id: 'scan', name: 'Market scan' }],
    ...input,
  };
  const { id } = (await (await request.post('/api/engagements', { data })).json()) as { id: string };
  const started = await request.post(`/api/engagements/${id}/run`);
  if (!started.ok()) throw new Error(`The run was refused: ${await started.text()}`);
  const read = async () => (await (await request.get(`/api/engagements/${id}/status`)).json()) as { status: string };
  const { status } = await pollUntil(read, (one) => ['completed', 'failed'].includes(one.status), deadlineMs);
  if (status !== 'completed') throw new Error('The run failed');
  const files = (await (await request.get(`/api/engagements/${id}/deliverables`)).json()) as { filename: string }[];
  const [file] = files;
  if (!file) throw new Error('The run made no deliverable');
  return { id, filename: file.filename };
}
