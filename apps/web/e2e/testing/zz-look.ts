// temporary, never committed
import { join } from 'node:path';
import { closeBrowser, getBrowser } from './browser.ts';
import { makeEngagement } from './product/make-engagement.ts';
import { signUpByApi } from './product/sign-up-by-api.ts';
import { startWebProduct } from './product/web-product.ts';

const folder = '/tmp/wt/gridlook';
const mode = process.argv[2] ?? 'all';
const parties = ['Nordwind Logistics AS', 'Kestrel Holdings Ltd.', 'Bauer & Söhne GmbH', 'Compañía Minera del Sur', '株式会社みどり', 'Hartmann Verpackungen'];
const columns = [
  ['Party', 'Who is the other party of the contract?', 'text'],
  ['Effective date', 'On which day does the contract take effect?', 'date'],
  ['Term', 'How long does the contract run?', 'text'],
  ['Notice period', 'How long is the notice period for termination?', 'text'],
  ['Liability cap', 'To what amount is liability limited?', 'number'],
  ['Governing law', 'Which law governs the contract?', 'text'],
  ['Exclusive', 'Is the contract exclusive?', 'boolean'],
  ['Renewal', 'Does it renew, and how?', 'text'],
  ['Payment', 'What are the terms of payment?', 'text'],
  ['Penalties', 'Which penalties are agreed?', 'text'],
].map(([name, question, type], at) => ({ id: `col${at}`, name, question, type }));
const values = [
  (r: number) => parties[r % parties.length],
  (r: number) => `202${r % 6}-0${(r % 9) + 1}-1${r % 9}`,
  (r: number) => `${(r % 5) + 1} years from the effective date, unless it is terminated before`,
  (r: number) => `${[3, 6, 12][r % 3]} months to the end of a quarter`,
  (r: number) => 250_000 * ((r % 8) + 1),
  (r: number) => ['Norway', 'England and Wales', 'Germany', 'Chile', 'Japan'][r % 5],
  (r: number) => r % 3 === 0,
  () => 'It renews by one year each time unless a party gives notice',
  (r: number) => `${[14, 30, 60][r % 3]} days after receipt of a proper invoice`,
  () => '0.5 % of the value of the delayed delivery for each week, at most 5 % in total',
];
const states = ['verified', 'verified', 'unjudged', 'verified', 'altered', 'not_found', 'verified', 'edited', 'unsupported', 'computed', 'verified', 'failed', 'verified'];
function makeGrid(rows: number, status: string, asked: number, cols = columns.length) {
  let n = 0;
  return {
    id: 'grid1', title: 'Supply contracts: terms and liability', status, failureReason: status === 'stopped' ? 'budget_exceeded' : null, cost: 1.84,
    createdAt: '2026-11-28T08:00:00.000Z', createdBy: { kind: 'user', id: 'u', name: 'Ada Owner' }, columns: columns.slice(0, cols),
    rows: Array.from({ length: rows }, (_, r) => ({
      attachmentId: `att${r}`, filename: r % 7 === 3 ? `Framework-agreement-on-the-supply-of-packaging-2024-annex-${r}.pdf` : `contract-${String(r + 1).padStart(3, '0')}.pdf`,
      cells: columns.slice(0, cols).map((_c, c) => {
        n += 1;
        const state = n > asked ? 'waiting' : states[(r * 3 + c * 5) % states.length];
        const none = state === 'waiting' || state === 'not_found' || state === 'failed';
        const value = none ? null : values[c]!(r);
        return { value, text: value === null ? '' : `The contract says ${value}.`, state, quote: none ? null : `This Agreement shall be governed, as to clause ${c}, by what is agreed: ${value}.`, place: none ? null : `page ${(r % 9) + 1}`, passage: none ? null : 'around', reason: state === 'altered' ? 'The figure of the answer does not stand in the quoted words.' : null, ...(state === 'edited' && { editedBy: { kind: 'user', id: 'u', name: 'Ada Owner' }, editedAt: '2026-11-28T09:00:00.000Z' }) };
      }),
    })),
    progress: { asked: Math.min(asked, rows * cols), total: rows * cols },
  };
}

const product = await startWebProduct();
const context = await (await getBrowser()).newContext({ viewport: { width: 1440, height: 900 }, baseURL: product.baseUrl });
const page = await context.newPage();
page.on('console', (m) => m.type() === 'error' && console.log('console:', m.text()));
page.on('pageerror', (e) => console.log('pageerror:', e.message));
await page.goto('/sign-in');
await signUpByApi(page);
const id = await makeEngagement(page, 'Nordwind procurement review');
for (let i = 0; i < 12; i += 1) {
  await page.request.post(`/api/engagements/${id}/attachments`, { multipart: { file: { name: `contract-${i + 1}.txt`, mimeType: 'text/plain', buffer: Buffer.from('Notice period is 3 months.') } } });
}
let grid = makeGrid(30, 'completed', 9999);
const counts = () => { const c: Record<string, number> = Object.fromEntries(['waiting','verified','computed','unjudged','altered','unsupported','not_found','edited','failed'].map((s) => [s, 0])); for (const r of grid.rows) for (const cell of r.cells) c[cell.state!] = (c[cell.state!] ?? 0) + 1; return c; };
await page.route(/\/api\/engagements\/[^/]+\/grids(\/|$|\?)/, async (route) => {
  const url = new URL(route.request().url());
  if (url.pathname.endsWith('/grids')) { const { rows, columns: c, ...head } = grid; void rows; return route.fulfill({ json: { items: [{ ...head, columns: c.length, files: grid.rows.length, cells: counts() }] } }); }
  if (url.pathname.endsWith('/cells')) return route.fulfill({ json: { ...grid.rows[0]!.cells[0], value: 'x', state: 'edited', editedBy: { kind: 'user', id: 'u', name: 'Ada Owner' }, editedAt: '2026-11-28T09:00:00.000Z' } });
  if (url.pathname.endsWith('/source')) return route.fulfill({ json: { footnote: 'x', claim: '', quote: 'The notice period is three months', passage: null, kind: 'file', title: 'contract-001.pdf', place: 'page 3', text: 'Clause 1. Something before.\n\nClause 2. The notice period is three months to the end of a quarter.\n\nClause 3. Something after.', mark: { start: 40, end: 73 }, url: null, fetchedAt: null, problem: null, pdf: null, range: null, derivation: null, document: null, table: null, sql: null, attachmentId: 'att0', tableId: null, pageId: null, queryId: null } });
  return route.fulfill({ json: grid });
});
const shots = async (name: string) => {
  for (const [screen, viewport] of Object.entries({ wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } })) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(250);
      await page.screenshot({ path: join(folder, `${name}-${screen}-${colorScheme}.png`), animations: 'disabled' });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
};
const go = async (path: string) => { await page.goto(`/engagements/${id}${path}`); await page.waitForTimeout(1200); };
if (mode === 'all' || mode === 'pages') {
  await go('/grids'); await shots('list');
  await go('/grids/new'); await page.getByRole('button', { name: 'Contracts' }).click(); await shots('new');
  await go('/grids/grid1'); await shots('grid');
  await go('/grids/grid1?cell=att1~col3'); await shots('panel');
  await go('/grids/grid1?cell=att1~col3&source=true'); await shots('source');
  grid = makeGrid(200, 'running', 412); await go('/grids/grid1'); await shots('running');
  grid = makeGrid(200, 'stopped', 412); await go('/grids/grid1?group=doubted'); await shots('stopped');
}
if (mode === 'all' || mode === 'speed') {
  grid = makeGrid(200, 'completed', 99999);
  for (const status of ['completed', 'running'] as const) {
    grid = makeGrid(200, status, status === 'running' ? 700 : 99999);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/engagements/${id}/grids`); await page.waitForTimeout(800);
    await page.evaluate(() => { (window as any).long = []; new PerformanceObserver((l) => { for (const e of l.getEntries()) (window as any).long.push(Math.round(e.duration)); }).observe({ type: 'longtask', buffered: false }); });
    const t0 = Date.now();
    await page.getByRole('link', { name: /Supply contracts/ }).click();
    await page.getByRole('gridcell').first().waitFor();
    console.log(status, 'open by link ms', Date.now() - t0, 'long tasks', await page.evaluate(() => (window as any).long.splice(0)));
    await page.waitForTimeout(500);
    const r = await page.evaluate(async () => {
      const box = document.querySelector<HTMLElement>('[data-grid]')!;
      const long = (window as any).long; long.length = 0;
      const frames: number[] = []; let last = performance.now(); let top = 0;
      while (top < box.scrollHeight - box.clientHeight) { top += 120; box.scrollTop = top; await new Promise((r) => requestAnimationFrame(r)); const now = performance.now(); frames.push(now - last); last = now; }
      frames.sort((a, b) => a - b);
      const down = { frames: frames.length, p50: frames[Math.floor(frames.length / 2)], p95: frames[Math.floor(frames.length * 0.95)], max: frames.at(-1), long: [...long] };
      long.length = 0; const f2: number[] = []; last = performance.now();
      for (let i = 0; i < 60; i += 1) { box.scrollTop = (i * 1777) % box.scrollHeight; box.scrollLeft = (i * 131) % 900; await new Promise((r) => requestAnimationFrame(r)); const now = performance.now(); f2.push(now - last); last = now; }
      f2.sort((a, b) => a - b);
      return { down, jumps: { p50: f2[30], p95: f2[57], max: f2.at(-1), long: [...long] }, nodes: document.querySelectorAll('[role=gridcell]').length };
    });
    console.log(status, JSON.stringify(r));
    await page.locator('[role=gridcell][tabindex="0"], [role=rowheader][tabindex="0"]').first().focus();
    const t1 = Date.now(); for (let i = 0; i < 60; i += 1) await page.keyboard.press('ArrowDown');
    console.log('60 arrow downs ms', Date.now() - t1, await page.evaluate(() => (window as any).long.splice(0)));
  }
}
await closeBrowser();
await product.close();
process.exit(0);
