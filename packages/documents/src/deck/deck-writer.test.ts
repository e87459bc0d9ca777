import { openSandbox } from '@ecp/sandbox/sandbox';
import { afterAll, describe, expect, it } from 'vitest';
import { createDeckWriter } from './deck-writer.ts';
import { firmTemplateFiles, packTemplate } from './testing/firm-template.ts';
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

describe('the master of a firm', () => {
  it('is drawn into: its layouts, theme and pictures stay, its slides go', async () => {
    const template = packTemplate(firmTemplateFiles());
    expect(await decks.checkTemplate(template, order)).toEqual({
      layouts: [
        { use: 'title', name: 'Deckblatt' },
        { use: 'content', name: 'Titel und Inhalt' },
        { use: 'titleOnly', name: 'Nur Titel' },
      ],
    });
    const deck = await readDeck(await decks.write(coffeeDeck, { template }, order));
    expect(deck.faults).toEqual([]);
    expect(deck.slides).toHaveLength(coffeeDeck.slides.length);
    expect(deck.text('ppt/slides/slide1.xml')).not.toContain('A slide of the firm');
    expect(deck.text('ppt/theme/theme1.xml')).toContain('Georgia');
    expect(deck.files['ppt/media/mark.png']).toBeDefined();
  });
});
