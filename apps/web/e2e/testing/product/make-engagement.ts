import type { Page } from 'playwright-core';
import { succeed } from '../succeed.ts';

/** Creates an engagement without a run in the session of the page. Returns its id. */
export async function makeEngagement(
  { request }: Page,
  name = 'Nordic market entry',
): Promise<string> {
  const data = { name, client: 'Contoso', brief: 'Where to begin?' };
  return (await succeed<{ id: string }>(request, '/api/engagements', data)).id;
}
