import { openSandbox } from '@ecp/sandbox/sandbox';
import { afterAll, describe, expect, it } from 'vitest';
import { createDeckWriter } from './deck-writer.ts';
import { readDeck } from './testing/read-deck.ts';
import { coffeeDeck } from './testing/sample-decks.ts';

const sandbox = openSandbox({ slots: 1 });
const decks = createDeckWriter({ sandbox });
const order = { tenantId: 'acme' };
afterAll(() => sandbox.close());

describe('a deck', () => {
  it('is valid by the schemas of Office, with a slide for each of its slides', async () => {
    const deck = await readDeck(await decks.write(coffeeDeck, {}, order));
    expect(deck.faults).toEqual([]);
    expect(deck.slides).toHaveLength(coffeeDeck.slides.length);
  });
});
