export const cardKinds = ['structure', 'method', 'benchmark', 'lesson'] as const;
export type CardKind = (typeof cardKinds)[number];

export const cardStatuses = ['proposed', 'released', 'withdrawn'] as const;
export type CardStatus = (typeof cardStatuses)[number];

export const revealedKinds = ['client_name', 'figure', 'quote'] as const;
export type RevealedKind = (typeof revealedKinds)[number];

/** Limits the length of the texts of a card, in characters. */
export const cardLimits = { title: 200, body: 4_000 } as const;

/** Begins the title of each source that is a card. Documents cite the card by this title. */
export const cardTitlePrefix = 'Card: ';
