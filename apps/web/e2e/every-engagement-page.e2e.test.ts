import { it } from 'vitest';
import { describePages, expectSmallScripts } from './testing/describe-pages.ts';
import { engagementPages } from './testing/every-page.ts';
import { settle } from './testing/settle.ts';

describePages('every page of an engagement', engagementPages, (read) => {
  it('a deliverable loads at most 225 KB of script in a wide window, too, where its panel is open', async () => {
    const { stage, page } = read();
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto(`/engagements/${stage.engagementId}/deliverables/${stage.filename}`);
    await settle(page);
    await expectSmallScripts(page, 'deliverable');
    await page.setViewportSize({ width: 1280, height: 800 });
  });
});
