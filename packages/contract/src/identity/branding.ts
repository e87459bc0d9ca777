import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { LabelText, Nullable } from '../declaring/scalars.ts';
import { footnoteChoices } from '../values/footnotes.ts';

/** Typefaces of what clients get: sans or serif throughout, or serif headings over sans text. */
const typefaces = ['sans', 'serif', 'mixed'] as const;
export type Typeface = (typeof typefaces)[number];
const Look = {
  secondaryColor: Nullable(Type.String({ description: 'For accents beside the primary colour' })),
  typeface: Nullable(Type.Enum([...typefaces])),
};

/**
 * Branding of PDFs and the portal. `logoUrl` is a path of this service that changes with the logo.
 */
export const Branding = Type.Object({
  companyName: Nullable(Type.String()),
  primaryColor: Nullable(Type.String()),
  ...Look,
  clientFootnotes: Type.Enum([...footnoteChoices], {
    description: 'Whether documents for clients have their footnotes, unless a request chooses',
  }),
  logoUrl: Nullable(Type.String()),
});
export type Branding = Static<typeof Branding>;

/** Branding of pages without a session: the portal and mailed links. */
export const PageBranding = Type.Object({
  companyName: Nullable(Type.String()),
  primaryColor: Nullable(Type.String()),
  ...Look,
  logo: Nullable(Type.String({ description: 'data: URL' })),
});
export type PageBranding = Static<typeof PageBranding>;

const GivenColor = Type.Optional(
  Nullable(Type.String({ pattern: '^#[0-9a-fA-F]{6}$', maxLength: 7 })),
);

export const UpdateBrandingBody = Type.Object(
  {
    companyName: Type.Optional(Nullable(LabelText(200))),
    primaryColor: GivenColor,
    secondaryColor: GivenColor,
    typeface: Type.Optional(Nullable(Type.Enum([...typefaces]))),
    clientFootnotes: Type.Optional(Type.Enum([...footnoteChoices])),
  },
  { minProperties: 1 },
);
export type UpdateBrandingBody = Static<typeof UpdateBrandingBody>;

const tag = 'Branding';

export const getBranding = defineEndpoint({
  method: 'GET',
  path: '/api/account/branding',
  name: 'getBranding',
  summary: 'Read the branding',
  tag,
  responses: { 200: Branding },
});

export const updateBranding = defineEndpoint({
  method: 'PATCH',
  path: '/api/account/branding',
  name: 'updateBranding',
  summary: 'Change company name, colours, typeface and the footnotes that clients get',
  tag,
  level: 'admin',
  body: UpdateBrandingBody,
  responses: { 200: Branding },
});

/** The logo's bytes for the app. They never execute in the app's origin. */
export const getLogo = defineEndpoint({
  method: 'GET',
  path: '/api/account/branding/logo',
  name: 'getLogo',
  summary: 'Read the logo as an image',
  tag,
  responses: { 200: 'image/*' },
  errors: ['not_found'],
});

/** multipart/form-data, field `file`: PNG, JPEG or SVG, at most 1 MB. */
export const putLogo = defineEndpoint({
  method: 'PUT',
  path: '/api/account/branding/logo',
  name: 'putLogo',
  summary: 'Set the logo',
  tag,
  level: 'admin',
  multipart: { file: 'file', fields: {} },
  responses: { 200: Branding },
  errors: [
    'file_required',
    'file_type_unsupported',
    'file_content_mismatch',
    'file_too_large',
    'logo_unsupported',
  ],
});

export const deleteLogo = defineEndpoint({
  method: 'DELETE',
  path: '/api/account/branding/logo',
  name: 'deleteLogo',
  summary: 'Remove the logo',
  tag,
  level: 'admin',
  responses: { 200: Branding },
});
