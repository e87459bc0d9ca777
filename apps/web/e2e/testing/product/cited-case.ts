import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type FakeModels, startFakeModels } from '../../../../../e2e/testing/fake-models.ts';
import { root } from '../../../../../e2e/testing/product.ts';
import { succeed } from '../succeed.ts';
import { runToEnd } from './run-to-end.ts';

interface Case {
  tasks: readonly { id: string; name: string; dependsOn?: string[] }[];
}

/** Creates the engagement of a signed-in page, with files attached, and waits for its run; returns its id. */
export async function runCase(page: Page, body: object, files: readonly string[] = []): Promise<string> {
  const { id } = await succeed<{ id: string }>(page.request, '/api/engagements', body);
  const path = `/api/engagements/${id}`;
  for (const file of files) {
    const upload = { name: basename(file), mimeType: 'application/octet-stream', buffer: await readFile(file) };
    expect((await page.request.post(`${path}/attachments`, { multipart: { file: upload } })).status()).toBe(201);
  }
  await runToEnd(page, id);
  return id;
}

/** Reads the first two tasks of the sample case with a report, a workbook and a web page. */
export async function readTariffCase(): Promise<{ body: object; files: string[] }> {
  const folder = join(root, 'examples', 'district-heating-tariffs');
  const engagement = JSON.parse(await readFile(join(folder, 'engagement.json'), 'utf8')) as Case;
  const names = ['report-to-the-board.pdf', 'tariff-workbook.xlsx', 'tenants-association-page.html'];
  return {
    body: { ...engagement, tasks: engagement.tasks.slice(0, 2) },
    files: names.map((name) => join(folder, 'attachments', name)),
  };
}

/** The engagement whose brief `badDocument` cites. */
export const surveyCase = {
  name: 'Subscriber survey',
  client: 'Bramblewick',
  brief: 'Of 118 subscribers, 41 would pay a higher price. Nobody asked for a smaller bag. Two cafés would leave.',
  budget: 5,
  tasks: [{ id: 'survey', name: 'Subscriber survey' }],
};

/** A document with every mistake and every trick of an author. */
const badDocument = `# Subscriber survey

## Findings

Of 118 subscribers 41 would pay more.[^1] Of 118 subscribers 47 would pay more.[^2] The market doubles by 2030[^3].

The survey says “nobody asked for a far larger bag” plainly.

## 市場の概要 🚀

購読者118人のうち41人が、より高い価格を支払うと答えた。

- [x] Ask them
- [ ] Ask again at https://bramblewick.example/${'a-very-long-path/'.repeat(20)}

| Group | ${Array.from({ length: 9 }, (_, month) => `Month ${month + 1}`).join(' | ')} |
| --- |${' ---: |'.repeat(9)}
| Subscribers |${' 1,234,567 |'.repeat(9)}

<script>document.title = 'taken over'</script> <b onclick="alert(1)">bold</b>

![Chart](https://tracker.example.org/seen.png)

### ${'Unbreakable'.repeat(15)}

[^1]: Brief: “Of 118 subscribers, 41 would pay a higher price”
[^2]: Brief: “Of 118 subscribers, 41 would pay a higher price”
[^3]: Gartner Outlook, page 7: “The market will double by 2030.”
`;

/** Starts models that write `badDocument` and never correct it, and makes the settings for a product that uses them. */
export async function startBadModels(): Promise<FakeModels & { close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'reading-models-'));
  const models = await startFakeModels(folder);
  models.server.respondWith((request) => {
    const purpose = request.response_format?.json_schema?.name;
    if (purpose === undefined) return badDocument;
    return purpose === 'observe' ? JSON.stringify({ score: 90, strengths: [], issues: [] }) : null;
  });
  return {
    ...models,
    async close() {
      await models.server.close();
      await rm(folder, { recursive: true });
    },
  };
}
