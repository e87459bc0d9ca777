import { expect, it } from 'vitest';
import { insertBlock } from './insert-form.tsx';

// CHA-13
it('puts a block before the definitions of footnotes, and at the end without any', () => {
  expect(insertBlock('# Plan\n\nRent.[^1]\n\n[^1]: Costs.xlsx\n', 'BLOCK')).toBe(
    '# Plan\n\nRent.[^1]\n\nBLOCK\n\n[^1]: Costs.xlsx\n',
  );
  expect(insertBlock('# Plan\n\nText.\n', 'BLOCK')).toBe('# Plan\n\nText.\n\nBLOCK\n');
});
