import { describe, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { startScriptedProduct } from './testing/product/scripted-product.ts';
import { usePeople } from './testing/use-people.ts';

const brief = 'We run eleven outpatient clinics. In 2026 the median wait was 34 days, after 19 days in 2024.\n\nWhat causes the waits? Which clinics could shorten them without more staff?\n\n## Open questions\n\n- Who owns the schedule?';
const out = '/tmp/wt/firstrun-shots';
describe.runIf(hasBrowser())('look', () => {
  const openPerson = usePeople();
  it('offline', async () => {
    for (const [w, h] of [[1440, 900], [390, 844]] as const) {
      const { page } = await openPerson({ viewport: { width: w, height: h }, expected: [/.*/] });
      await signUpByApi(page);
      await page.goto('/settings/models');
      await page.getByRole('heading', { name: 'Connect a model' }).waitFor();
      await page.screenshot({ path: `${out}/models-none-${w}.png`, fullPage: true });
      await page.goto('/settings/account');
      await page.getByRole('button', { name: 'Export with files' }).waitFor();
      await page.screenshot({ path: `${out}/account-${w}.png`, fullPage: true });
      const answer = await page.request.post('/api/engagements', { data: { name: 'Waiting times', client: 'Osei Trust', brief } });
      const { id } = (await answer.json()) as { id: string };
      await page.request.post(`/api/engagements/${id}/run`);
      await page.goto(`/engagements/${id}`);
      await page.waitForTimeout(6000);
      await page.screenshot({ path: `${out}/overview-${w}.png`, fullPage: true });
      await page.goto(`/engagements/${id}/deliverables`);
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `${out}/list-${w}.png`, fullPage: true });
      const list = await page.request.get(`/api/engagements/${id}/deliverables`);
      const files = ((await list.json()) as { deliverables?: { filename: string; score: number | null }[] } | { filename: string; score: number | null }[]);
      const all = Array.isArray(files) ? files : (files.deliverables ?? []);
      console.log(w, JSON.stringify(all.map(({ filename, score }) => [filename, score])));
      const named = all.find(({ filename }) => /waits/.test(filename)) ?? all[0];
      await page.goto(`/engagements/${id}/deliverables/${named?.filename}`);
      await page.waitForTimeout(2500);
      await page.screenshot({ path: `${out}/document-${w}.png`, fullPage: true });
      await page.goto(`/engagements/${id}/analytics`);
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `${out}/analytics-${w}.png`, fullPage: true });
      await page.goto('/insights');
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `${out}/insights-${w}.png`, fullPage: true });
    }
  });
  it('connected', async () => {
    const product = await startScriptedProduct();
    try {
      for (const [w, h] of [[1440, 900], [390, 844]] as const) {
        const { page } = await openPerson({ baseUrl: product.baseUrl, viewport: { width: w, height: h }, expected: [/.*/] });
        await signUpByApi(page);
        await page.goto('/settings/models');
        await page.getByRole('button', { name: 'Test swift-2' }).click();
        await page.getByText('Answered in 0.8 s').waitFor();
        await page.getByRole('button', { name: 'Test scripted-model' }).click();
        await page.getByText('The provider refused the key').waitFor();
        await page.screenshot({ path: `${out}/models-${w}.png`, fullPage: true });
      }
    } finally {
      await product.close();
    }
  });
});
