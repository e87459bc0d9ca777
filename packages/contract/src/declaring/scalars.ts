import { type Static, Type } from 'typebox';

export const Id = Type.String({ description: 'Opaque identifier' });
/** ISO 8601 in UTC. */
export const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' });
export const GivenTime = Type.String({
  format: 'date-time',
  maxLength: 40,
  description: 'ISO 8601',
});
export const Day = Type.String({
  format: 'date',
  pattern: '^[12]',
  maxLength: 10,
  description: 'YYYY-MM-DD',
});
export const Usd = Type.Number({ description: 'US dollars' });

export const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

/** A string with at least one character that is not white space. */
export const RequiredText = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S' });

/**
 * Control characters and separators of lines, which would end a header of a mail or a row of a
 * list.
 */
const controls = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029';
/**
 * Characters that no name has: those, and marks that turn the direction of the text around them.
 * The marks that right-to-left names need stay.
 */
const unprintable = `${controls}\\u202a-\\u202e\\u2066-\\u2069`;
/**
 * Blanks that are no control characters, then a character that is neither; each text has one way
 * through.
 */
const notBlank = `[ \\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000\\ufeff]*[^\\s${unprintable}]`;
/** The pattern of a name, which faults are described by. */
export const namePattern = `^${notBlank}[^${unprintable}]*$`;

/** A name on one line, with at least one character that is not white space. */
export const NameText = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: namePattern });

/** A name on one line, which may be empty. */
export const LabelText = (maxLength: number) =>
  Type.String({ maxLength, pattern: `^[^${unprintable}]*$` });

/** A line of text, which may be empty. Marks that turn the direction are for its reader to remove. */
export const LineText = (maxLength: number) =>
  Type.String({ maxLength, pattern: `^[^${controls}]*$` });

export const EngagementParams = Type.Object({ id: Type.String({ maxLength: 100 }) });
export const DeliverableParams = Type.Object({
  id: Type.String({ maxLength: 100 }),
  filename: Type.String({ maxLength: 300 }),
});
/** A query flag: absent, `true` or `false`. */
export const Flag = Type.Optional(Type.Boolean({ default: false }));

export const ErrorBody = Type.Object(
  {
    error: Type.String(),
    code: Type.String(),
    requestId: Type.String(),
    values: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
        description: 'The numbers and names in the sentence',
      }),
    ),
    details: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), message: Type.String() })),
    ),
  },
  { $id: 'Error' },
);

/**
 * The kinds of authors: team member, client by a link, program by a key, or agent in a run, which
 * only queries.
 */
export const authorKinds = ['user', 'client', 'api_key', 'agent'] as const;
export type AuthorKind = (typeof authorKinds)[number];

/** An author. Only `kind` tells clients from the team, as names are freely chosen. */
export const Author = Type.Object({
  kind: Type.Enum([...authorKinds]),
  id: Nullable(
    Type.String({
      description:
        'Id of the user, the portal link or the API key, or the slug of the agent; null where it is unknown or not for the reader',
    }),
  ),
  name: Type.String({ description: 'Name of the person, the API key or the agent' }),
});
export type Author = Static<typeof Author>;
