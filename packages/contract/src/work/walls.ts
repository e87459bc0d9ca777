import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { Id, NameText, RequiredText, Timestamp } from '../declaring/scalars.ts';

/**
 * A wall before engagements. `excludes` names the walls as it was given; an exclusion counts both
 * ways.
 */
export const Wall = Type.Object({
  id: Id,
  name: Type.String(),
  engagementIds: Type.Array(Id),
  memberIds: Type.Array(Id),
  excludes: Type.Array(Id),
  createdAt: Timestamp,
});
export type Wall = Static<typeof Wall>;

const Ids = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  maxItems: 1_000,
  uniqueItems: true,
});
const Name = NameText(200);

export const CreateWallBody = Type.Object({
  name: Name,
  engagementIds: Type.Optional(Ids),
  memberIds: Type.Optional(Ids),
  excludes: Type.Optional(Ids),
});
export type CreateWallBody = Static<typeof CreateWallBody>;

export const UpdateWallBody = Type.Partial(CreateWallBody);
export type UpdateWallBody = Static<typeof UpdateWallBody>;

/** An owner inside a wall for a while, now or once. */
export const WallEntry = Type.Object({
  userId: Id,
  userName: Type.String(),
  reason: Type.String(),
  since: Timestamp,
  until: Timestamp,
});
export type WallEntry = Static<typeof WallEntry>;

const walls = { tag: 'Walls', level: 'admin' } as const;
const one = { ...walls, params: Type.Object({ wallId: Type.String({ maxLength: 100 }) }) } as const;

export const listWalls = defineEndpoint({
  ...walls,
  method: 'GET',
  path: '/api/walls',
  name: 'listWalls',
  summary: 'List the walls of the workspace, oldest first',
  responses: { 200: Type.Object({ walls: Type.Array(Wall) }) },
});

export const createWall = defineEndpoint({
  ...walls,
  method: 'POST',
  path: '/api/walls',
  name: 'createWall',
  summary: 'Put up a wall before engagements',
  body: CreateWallBody,
  responses: { 201: Wall },
  errors: ['not_found', 'wall_conflict', 'wall_outside', 'wall_limit_reached'],
});

export const updateWall = defineEndpoint({
  ...one,
  method: 'PATCH',
  path: '/api/walls/:wallId',
  name: 'updateWall',
  summary: 'Change a wall; each given list replaces the one before',
  body: UpdateWallBody,
  responses: { 200: Wall },
  errors: ['not_found', 'wall_outside', 'wall_conflict'],
});

export const deleteWall = defineEndpoint({
  ...one,
  method: 'DELETE',
  path: '/api/walls/:wallId',
  name: 'deleteWall',
  summary: 'Take down a wall',
  responses: { 200: Type.Object({ success: Type.Boolean() }) },
  errors: ['not_found', 'wall_outside'],
});

const EnterWallBody = Type.Object({ reason: RequiredText(1_000) });

export const enterWall = defineEndpoint({
  ...one,
  method: 'POST',
  path: '/api/walls/:wallId/enter',
  name: 'enterWall',
  summary: 'Enter a wall as the owner for one hour; its members are told',
  credentials: 'session',
  level: 'owner',
  stepUp: true,
  body: EnterWallBody,
  responses: { 200: WallEntry },
  errors: ['not_found', 'wall_conflict', 'wall_entry_limit_reached'],
});

export const listWallEntries = defineEndpoint({
  ...one,
  method: 'GET',
  path: '/api/walls/:wallId/entries',
  name: 'listWallEntries',
  summary: 'List the newest 200 entries of owners into a wall',
  responses: { 200: Type.Object({ entries: Type.Array(WallEntry) }) },
  errors: ['not_found'],
});
