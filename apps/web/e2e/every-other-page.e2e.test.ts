import { describePages } from './testing/describe-pages.ts';
import { otherPages } from './testing/every-page.ts';

describePages('every page outside of an engagement', otherPages);
