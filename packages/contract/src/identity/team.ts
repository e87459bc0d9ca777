import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { NameText, Nullable } from '../declaring/scalars.ts';
import { Email, User } from './auth.ts';

/** The assignable roles. The owner is set only at registration. */
const AssignableRole = Type.Enum(['admin', 'member', 'viewer']);

export const InviteMemberBody = Type.Object({
  email: Email,
  name: Type.Optional(Nullable(NameText(200))),
  role: Type.Optional(AssignableRole),
});
export type InviteMemberBody = Static<typeof InviteMemberBody>;

export const UpdateMemberBody = Type.Object({ role: AssignableRole });
export type UpdateMemberBody = Static<typeof UpdateMemberBody>;

export const ListTeamQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
});
export type ListTeamQuery = Static<typeof ListTeamQuery>;

/** The fate of the API keys that a removed member made: they end, or the caller takes them over. */
export const RemoveMemberQuery = Type.Object({
  keys: Type.Optional(Type.Enum(['revoke', 'take_over'])),
});
export type RemoveMemberQuery = Static<typeof RemoveMemberQuery>;

const tag = 'Team';
const one = {
  tag,
  level: 'admin',
  stepUp: true,
  params: Type.Object({ userId: Type.String({ maxLength: 100 }) }),
} as const;

export const listTeam = defineEndpoint({
  method: 'GET',
  path: '/api/team',
  name: 'listTeam',
  summary: 'List the members',
  tag,
  query: ListTeamQuery,
  responses: { 200: Type.Object({ members: Type.Array(User) }) },
});

export const inviteMember = defineEndpoint({
  method: 'POST',
  path: '/api/team',
  name: 'inviteMember',
  summary: 'Invite a member by email',
  tag,
  level: 'admin',
  stepUp: true,
  body: InviteMemberBody,
  responses: { 201: User },
  errors: ['email_taken', 'role_too_high', 'member_limit_reached'],
});

export const updateMember = defineEndpoint({
  ...one,
  method: 'PATCH',
  path: '/api/team/:userId',
  name: 'updateMember',
  summary: 'Change a member’s role',
  body: UpdateMemberBody,
  responses: { 200: User },
  errors: ['not_found', 'own_role', 'role_too_high', 'member_too_high', 'owner_protected'],
});

/** For an address that a directory has changed or added (docs/requirements/directories.md). */
export const confirmMemberAddress = defineEndpoint({
  ...one,
  method: 'POST',
  path: '/api/team/:userId/confirm-address',
  name: 'confirmMemberAddress',
  summary: 'Confirm the address that a directory has given a member',
  responses: { 200: User },
  errors: ['not_found', 'own_address'],
});

export const removeMember = defineEndpoint({
  ...one,
  method: 'DELETE',
  path: '/api/team/:userId',
  name: 'removeMember',
  summary:
    'Remove a member immediately, with the API keys that the member made unless they are taken over',
  query: RemoveMemberQuery,
  responses: { 200: Type.Object({ success: Type.Boolean() }) },
  errors: ['not_found', 'member_too_high', 'owner_protected', 'own_membership'],
});

/**
 * For a member who has lost every factor. The next sign-in asks for the password or a link alone.
 */
export const removeMemberFactors = defineEndpoint({
  ...one,
  method: 'DELETE',
  path: '/api/team/:userId/second-factor',
  name: 'removeMemberFactors',
  summary: 'Remove all second factors of a member',
  credentials: 'session',
  responses: { 200: Type.Object({ success: Type.Boolean() }) },
  errors: ['not_found', 'member_too_high', 'owner_protected', 'no_second_factor'],
});
