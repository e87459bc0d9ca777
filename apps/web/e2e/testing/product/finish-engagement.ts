import type { Page } from 'playwright-core';
import { succeed } from '../succeed.ts';
import { runToEnd } from './run-to-end.ts';

/**
 * Runs an engagement of one task to its end in the session of the page. Returns its id and its
 * deliverable's filename.
 */
export async function finishEngagement(
  page: Page,
  input: {
    name?: string;
    client?: string;
    brief?: string;
    tasks?: { id: string; name: string }[];
  } = {},
): Promise<{ id: string; filename: string }> {
  const data = {
    name: 'Nordic market entry',
    client: 'Contoso',
    brief:
      'Contoso sells cranes and asks how to enter the Nordic market. Sales were 12 million euros in 2025.',
    tasks: [{ id: 'scan', name: 'Market scan' }],
    ...input,
  };
  const { id } = await succeed<{ id: string }>(page.request, '/api/engagements', data);
  await runToEnd(page, id);
  const files = (await (await page.request.get(`/api/engagements/${id}/deliverables`)).json()) as {
    filename: string;
  }[];
  const [file] = files;
  if (!file) throw new Error('The run made no deliverable');
  return { id, filename: file.filename };
}
