import { describe, expect, it } from 'vitest';
import { failuresInChangedSections, restoreUnchangedSections } from './keep-unchanged-sections.ts';

const previous = `# Market

The market is large.[^1]

## Prices

Prices rose by 4 %.[^2]

## Risks

\`\`\`md
## Not a heading
\`\`\`

[^1]: Study: “large”
[^2]: Brief: “4 %”
`;

describe('a repair of an amended document', () => {
  const amended = previous.replace('4 %.[', '5 %.[');

  it('gets only the failures in changed sections', () => {
    const failure = { quote: null, claim: '' };
    const failures = [
      { ...failure, footnote: '1' },
      { ...failure, footnote: '2' },
      { ...failure, footnote: null, quote: 'large' },
      { ...failure, footnote: null, quote: 'rose by 5' },
    ];
    expect(failuresInChangedSections(failures, amended, previous)).toEqual([failures[1], failures[3]]);
  });

  it('gets unchanged sections restored, and is refused if the sections cannot be matched', () => {
    const repaired = amended.replace('5 %', '4.5 %').replace('is large', 'is huge').replace('“large”', '“huge”');
    expect(restoreUnchangedSections(amended, repaired, previous)).toBe(amended.replace('5 %', '4.5 %'));
    expect(restoreUnchangedSections(amended, repaired.replace('## Risks', '## Threats'), previous)).toBeNull();
  });
});
