import { Type } from 'typebox';
import { footnoteChoices } from './footnotes.ts';

/** The query of a document for the team. */
export const TeamFootnotes = Type.Optional(
  Type.Enum([...footnoteChoices], {
    description: '`none` leaves out footnotes and their marks; `all` by default',
  }),
);

/** The query of a document that may be for a client. */
export const ClientFootnotes = Type.Optional(
  Type.Enum([...footnoteChoices], {
    description:
      '`none` leaves out footnotes and their marks; by default `all` for the team, and for a client what `clientFootnotes` of the branding says',
  }),
);

/** The error of a query that chooses neither. */
export const footnoteErrors = [{ fields: ['footnotes'], code: 'validation_failed' as const }];
