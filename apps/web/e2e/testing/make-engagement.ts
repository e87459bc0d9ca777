import type { Page } from 'playwright-core';

/** Creates an engagement that has not run, by the session of the page; answers its id. */
export async function makeEngagement({ request }: Page, name = 'Nordic market entry'): Promise<string> {
  const answer = await request.post('/api/engagements', {
    data: { name, client: 'Contoso', brief: 'Where to begin?' },
  });
  if (answer.status() !== 201) throw new Error(`The engagement was refused: ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}
