import { expect, test } from 'vitest';
import { describePrice } from './billing-plans.tsx';

const price = { amount: 4_950, currency: 'usd', interval: 'month', intervalCount: 1 } as const;
const yen = {
  ...price,
  amount: 9_000,
  currency: 'jpy',
  interval: 'year',
  intervalCount: 2,
} as const;

// BIL-11
test('a plan has its price in the unit of its currency, or words why there is none', () => {
  const prices = { starter: price, professional: yen, enterprise: null };
  expect(describePrice({ provider: 'stripe', prices }, 'starter')).toBe('$49.50 per month');
  expect(describePrice({ provider: 'stripe', prices }, 'professional')).toBe(
    '¥9,000 every 2 years',
  );
  expect(describePrice({ provider: 'stripe', prices }, 'enterprise')).toBe(
    'The price is shown before you pay.',
  );
  expect(describePrice({ provider: 'local', prices: null }, 'starter')).toBe(
    'No charge on this installation',
  );
});
