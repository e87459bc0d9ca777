import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { Id, NameText, Nullable, RequiredText, Timestamp } from '../declaring/scalars.ts';
import { cardKinds, cardLimits, cardStatuses, revealedKinds } from '../values/card-kinds.ts';

const count = Type.Integer({ minimum: 0 });
/**
 * The numbers of places in a card that name clients, give figures or quote, as far as rules find
 * them.
 */
const CardReveals = Type.Object({ clientNames: count, figures: count, quotes: count });

/**
 * A place of a card that reveals something. `start` and `end` count UTF-16 code units of the field.
 */
export const CardMark = Type.Object({
  field: Type.Enum(['title', 'body']),
  kind: Type.Enum([...revealedKinds]),
  start: count,
  end: count,
});
export type CardMark = Static<typeof CardMark>;

const fromDocument = 'Null for a released card whose engagement has been deleted';
/** A card of the firm's library as the list shows it. */
export const LibraryCard = Type.Object({
  id: Id,
  kind: Type.Enum([...cardKinds]),
  title: Type.String(),
  language: Type.String({ description: 'Such as `en`' }),
  status: Type.Enum([...cardStatuses]),
  reveals: CardReveals,
  engagementId: Nullable(Type.String({ description: fromDocument })),
  engagementName: Nullable(Type.String()),
  filename: Nullable(Type.String()),
  version: Nullable(Type.Integer()),
  revision: Type.Integer({ description: 'Counts the changes by people' }),
  releasedBy: Nullable(Type.String({ description: 'The person who released the present text' })),
  releasedAt: Nullable(Timestamp),
  createdAt: Timestamp,
  useCount: Type.Integer({ description: 'The number of versions of documents that cite the card' }),
});
export type LibraryCard = Static<typeof LibraryCard>;

export const CardUse = Type.Object({
  engagementId: Id,
  engagementName: Type.String(),
  filename: Type.String(),
  documentTitle: Type.String({
    description: 'The first heading of the version, or else the filename',
  }),
  version: Type.Integer(),
});
export type CardUse = Static<typeof CardUse>;

/** A card with its text, the marks of places that may reveal something, and its newest uses. */
export const LibraryCardDetail = Type.Object({
  ...LibraryCard.properties,
  documentTitle: Nullable(
    Type.String({ description: 'The first heading of that version, or else the filename' }),
  ),
  body: Type.String({ description: 'Markdown' }),
  marks: Type.Array(CardMark),
  uses: Type.Array(CardUse, { description: 'Newest first, at most 100; `useCount` counts all' }),
});
export type LibraryCardDetail = Static<typeof LibraryCardDetail>;

export const ListCardsQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
  kind: Type.Optional(Type.Enum([...cardKinds])),
  status: Type.Optional(Type.Enum([...cardStatuses])),
  q: Type.Optional(Type.String({ maxLength: 200 })),
});
export type ListCardsQuery = Static<typeof ListCardsQuery>;

export const UpdateCardBody = Type.Object(
  {
    title: Type.Optional(NameText(cardLimits.title)),
    body: Type.Optional(RequiredText(cardLimits.body)),
    status: Type.Optional(Type.Enum(['released', 'withdrawn'])),
    revision: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'The revision that the person has read; another one is 409',
      }),
    ),
  },
  { minProperties: 1 },
);
export type UpdateCardBody = Static<typeof UpdateCardBody>;

const tag = 'Library and insights';
const params = Type.Object({ cardId: Type.String({ maxLength: 100 }) });

export const listCards = defineEndpoint({
  method: 'GET',
  path: '/api/library/cards',
  name: 'listCards',
  summary: "List the cards of the firm's library, newest first",
  tag,
  query: ListCardsQuery,
  responses: { 200: Type.Object({ cards: Type.Array(LibraryCard) }) },
});

export const getCard = defineEndpoint({
  method: 'GET',
  path: '/api/library/cards/:cardId',
  name: 'getCard',
  summary: 'Read a card with its marks and uses',
  tag,
  params,
  responses: { 200: LibraryCardDetail },
  errors: ['not_found'],
});

/** Only a person releases a card, so that no program changes what is released. */
export const updateCard = defineEndpoint({
  method: 'PATCH',
  path: '/api/library/cards/:cardId',
  name: 'updateCard',
  summary: 'Edit, release or withdraw a card',
  tag,
  credentials: 'session',
  level: 'write',
  params,
  body: UpdateCardBody,
  responses: { 200: LibraryCardDetail },
  errors: ['not_found', 'card_changed', 'card_title_taken'],
});
