import type { IssuedPortalToken } from '@ecp/contract/reach/portal';
import type { RecordedQuery } from '@ecp/contract/work/tables';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { finishEngagement } from './testing/product/finish-engagement.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import { succeed } from './testing/succeed.ts';
import { usePeople } from './testing/use-people.ts';

const sql = 'select * from (values (2021, 4120.5), (2022, 4655), (2023, 4812)) sales(year, sales)';
/** The second chart has no query. */
const lost = [/^404 GET .*\/charts\/2/];
const block = (chart: object) => `\`\`\`chart\n${JSON.stringify(chart, null, 2)}\n\`\`\``;

describe.runIf(hasBrowser())('charts in a document', () => {
  const openPerson = usePeople();

  /**
   * Signs up and writes a document with a chart, one without its query, and one that is incomplete.
   */
  async function publish(): Promise<{
    page: Page;
    id: string;
    filename: string;
    query: RecordedQuery;
  }> {
    const { page } = await openPerson({ expected: lost });
    await signUpByApi(page);
    const { id, filename } = await finishEngagement(page);
    const asked = { sql, title: 'Sales by year' };
    const query = await succeed<RecordedQuery>(
      page.request,
      `/api/engagements/${id}/queries`,
      asked,
    );
    const chart = {
      query: query.id,
      type: 'bar',
      x: 'year',
      y: ['sales'],
      title: 'Sales grew',
      unit: 'DKK m',
    };
    const content = [
      '# Sales\n\nThey grew each year.',
      block(chart),
      block({ ...chart, query: 'gone', title: 'Lost' }),
      block({ title: 'No query' }),
      'The end.\n',
    ].join('\n\n');
    const path = `/api/engagements/${id}/deliverables/${filename}`;
    expect((await page.request.put(path, { data: { content, baseVersion: 1 } })).status()).toBe(
      201,
    );
    return { page, id, filename, query };
  }

  const picture = (page: Page) =>
    page.getByRole('img', { name: /^Sales grew\. Bar chart by year\. sales \(DKK m\)/ });
  const widthOf = (page: Page) =>
    picture(page).evaluate((image: HTMLImageElement) => image.naturalWidth);
  const colourOf = async (page: Page) =>
    decodeURIComponent((await picture(page).getAttribute('src')) ?? '');

  // CHA-4, CHA-8, CHA-9
  it('are pictures in the theme of the page with their query beneath, for the team and for a client, and on a phone', async () => {
    const { page, id, filename, query } = await publish();
    await page.goto(`/engagements/${id}/deliverables/${filename}`);
    await picture(page).waitFor();
    expect(await widthOf(page)).toBe(640);
    await page.getByText('The chart “Lost” is not shown: its query is missing').waitFor();
    await page.getByText('A chart is not shown: its description is not complete.').waitFor();
    expect(await page.getByText('"query"').count()).toBe(0);
    await page.getByText('Query: Sales by year').click();
    await page.getByText(sql).waitFor();
    await page.getByText(`Result ${query.resultHash.slice(0, 12)}`).waitFor();
    expect(await findViolations(page, { colors: true, part: 'content' })).toEqual([]);
    await expect.poll(() => colourOf(page)).toContain('#0072b2');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => colourOf(page)).toContain('#4aa3e4');
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);

    const { token } = await succeed<IssuedPortalToken>(
      page.request,
      `/api/engagements/${id}/portal-tokens`,
      {},
    );
    const { page: client } = await openPerson({ expected: lost });
    await client.goto(`/portal/${token}?file=${filename}`);
    await picture(client).waitFor();
    expect(await widthOf(client)).toBe(640);
    // A client gets the picture alone.
    expect(await client.locator('body').innerText()).not.toMatch(/Query|select /);
  });
});
