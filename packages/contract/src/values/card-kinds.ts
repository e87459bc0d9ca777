export const cardKinds = ['structure', 'method', 'benchmark', 'lesson'] as const;
export type CardKind = (typeof cardKinds)[number];

export const cardStatuses = ['proposed', 'released', 'withdrawn'] as const;
export type CardStatus = (typeof cardStatuses)[number];

export const revealedKinds = ['client_name', 'figure', 'quote'] as const;
export type RevealedKind = (typeof revealedKinds)[number];

/** Longest texts of a card, in characters. */
export const cardLimits = { title: 200, body: 4_000 } as const;

/** Prefix of the title of a source that is a card. Documents cite the card by that title. */
export const cardTitlePrefix = 'Card: ';
