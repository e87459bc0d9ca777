import type { Wall } from '@ecp/contract/work/walls';
import { joinWords } from '../../../base/format/words.ts';
import { t } from '../../../base/language/translate.ts';
import type { Firm } from './queries.ts';
import { wallTexts as texts } from './texts.ts';

export const namePerson = ({ people }: Firm, userId: string): string =>
  people.get(userId) ?? texts.former;

/** Names an engagement, or gives its id to who is outside. */
export const nameEngagement = ({ engagements }: Firm, id: string): string =>
  engagements.get(id) ?? texts.unseenOne(id);

const quoted = (text: string) => t('“{text}”', { text });
const namedAtMost = 10;

/** Names the first of many in a sentence. */
export function joinNames(names: readonly string[]): string {
  const more = names.length - namedAtMost;
  return joinWords(
    more > 0
      ? [
          ...names.slice(0, namedAtMost),
          t('{count, plural, one {# more} other {# more}}', { count: more }),
        ]
      : names,
  );
}

export const joinWalls = (walls: readonly Wall[]): string =>
  joinNames(walls.map(({ name }) => quoted(name)));
