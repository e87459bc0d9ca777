import { describe } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { describePages } from './testing/describe-pages.ts';
import { engagementPages } from './testing/every-page.ts';

describe.runIf(hasBrowser())('every page of an engagement', () => describePages(engagementPages));
